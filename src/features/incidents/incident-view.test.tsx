import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { incidentTitle } from '../../shared/incident-text.ts';
import {
  DRILL,
  ENDED,
  INCIDENT,
  INCIDENT_EVENTS,
  TAKEN,
} from '../../ui/testing/incident-samples.ts';
import { faults } from '../../ui/testing/mount.tsx';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { NOW, READINGS } from '../../ui/testing/samples.ts';
import { IncidentView, type ShownIncident } from './incident-view.tsx';

const view = (shown: ShownIncident, read: keyof typeof READINGS = 'fresh') => (
  <IncidentView
    shown={shown}
    read={READINGS[read]}
    name="Archive"
    neighbours={{ older: 12, newer: undefined }}
    now={NOW}
  />
);

test('the title is a sentence', () => {
  expect(incidentTitle(INCIDENT, 'Archive', NOW)).toBe('Archive is down');
  expect(incidentTitle(ENDED, 'Archive', NOW)).toBe('Archive was down for 12 min');
  expect(incidentTitle(TAKEN, 'Ledger', NOW)).toBe('Ledger is slow');
  expect(incidentTitle(DRILL, 'Forge', NOW)).toBe('DRILL: Forge is down');
});

test.each([1200, 360])(
  'at %i px an incident has its times, its cause and its events',
  async (width) => {
    await page.viewport(width, 800);
    mountPage(view({ incident: ENDED, events: INCIDENT_EVENTS }));
    await expect.element(page.getByText('11 min 30 s')).toBeVisible();
    await expect.element(page.getByText('no answer', { exact: true })).toBeVisible();
    expect(page.getByRole('listitem').elements()).toHaveLength(INCIDENT_EVENTS.length);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await faults()).toEqual([]);
  },
);

test('it leads to the logs of its time, and to the incident before it', async () => {
  const { search } = mountPage(view({ incident: ENDED, events: [] }));
  const older = page.getByRole('link', { name: 'Previous incident' });
  await expect.element(older).toHaveAttribute('href', '/incidents/12');
  await expect.element(page.getByRole('link', { name: 'Next incident' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('link', { name: 'Logs of this time' }));
  await expect.poll(search).toEqual({
    platform: 'archive',
    time: 'custom',
    from: String(ENDED.startedAt - 60_000),
    to: String((ENDED.endedAt ?? 0) + 60_000),
  });
});

test.each<[string, ShownIncident, string]>([
  ['a drill that is over', { gone: 'drill' }, 'This drill is over; nothing of it is kept'],
  ['an unknown number', { gone: 'unknown' }, 'There is no such incident'],
  ['a failure', { failure: { message: '500: Oh' } }, 'The incident could not be read'],
  [
    'an incident of the list whose events were never read',
    { incident: INCIDENT, events: undefined },
    'The timeline was not read on this device yet.',
  ],
])('says %s', async (_, shown, text) => {
  mountPage(view(shown, 'unknown'));
  await expect.element(page.getByText(text)).toBeVisible();
});

test('the report is printed', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  mountPage(view({ incident: ENDED, events: INCIDENT_EVENTS }));
  await userEvent.click(page.getByRole('button', { name: 'Print report' }));
  expect(print).toHaveBeenCalledOnce();
  print.mockRestore();
});
