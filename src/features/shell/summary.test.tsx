import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mount } from '../../ui/testing/mount.tsx';
import { CONNECTIONS } from '../../ui/testing/samples.ts';
import { type Known, SummaryRegion, summaryText } from './summary-region.tsx';

const rows = (...ids: number[]) => ids.map((id) => ({ id }));
const BEFORE: Known = { activity: rows(2, 1), connections: CONNECTIONS };

function withStatus(name: string, status: string): Known {
  const connections = CONNECTIONS.map((one) => (one.name === name ? { ...one, status } : one));
  return { ...BEFORE, connections };
}

test.each<[string, Known, Known, string]>([
  ['nothing new', BEFORE, BEFORE, ''],
  ['a first read', { activity: undefined, connections: undefined }, BEFORE, ''],
  ['one row', BEFORE, { ...BEFORE, activity: rows(3, 2, 1) }, '1 new activity'],
  ['three rows', BEFORE, { ...BEFORE, activity: rows(5, 4, 3, 2, 1) }, '3 new activities'],
  ['a first row', { ...BEFORE, activity: [] }, { ...BEFORE, activity: rows(1) }, '1 new activity'],
  ['one that went', BEFORE, withStatus('Forge', 'error'), 'Forge does not answer'],
  ['one that came', BEFORE, withStatus('Archive', 'warning'), 'Archive answers again'],
  ['one that is late only', BEFORE, withStatus('Forge', 'warning'), ''],
  ['one that is not known any more', BEFORE, withStatus('Forge', 'unknown'), ''],
  [
    'both',
    BEFORE,
    { ...withStatus('Forge', 'error'), activity: rows(4, 3, 2, 1) },
    '2 new activities; Forge does not answer',
  ],
])('%s', (_, before, after, text) => {
  expect(summaryText(before, after)).toBe(text);
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('many changes are one sentence, said once they have been gathered', async () => {
  const { box, draw } = mount(<SummaryRegion {...BEFORE} />);
  const region = () => box.querySelector('[role=status]')?.textContent;
  for (let newest = 3; newest <= 7; newest += 1) {
    draw(<SummaryRegion {...BEFORE} activity={rows(newest, 2, 1)} />);
  }
  draw(<SummaryRegion {...withStatus('Forge', 'error')} activity={rows(4, 3, 2, 1)} />);
  expect(region()).toBe('');
  vi.advanceTimersByTime(10_000);
  await expect.poll(region).toBe('2 new activities; Forge does not answer');
});
