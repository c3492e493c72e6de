import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { mount } from '../../../tests/ui/mount.tsx';
import { onNotice } from '../../../tests/ui/notices.ts';
import { NOW } from '../../../tests/ui/samples.ts';
import { known, pushMessage, Seeded } from '../../../tests/ui/seed.tsx';
import { dismissToast, notify, toasts } from '../../console/notices.ts';
import { workerClient } from '../../console/worker-client.ts';
import { newNotifications, noticeOf, useBellEntries } from './use-bell-entries.ts';

const OPENED_AT = 1_000_000;
const alert = (id: number, at: number, read = false) => ({
  id,
  at,
  read,
  kind: 'down',
  title: 'Archive is down',
  text: 'No answer',
  severity: 'error',
  link: '/mesh-network?platform=archive',
});

test('alerts that come while the console is open are new, oldest first', () => {
  const list = [alert(3, OPENED_AT + 2000), alert(2, OPENED_AT + 1000), alert(1, OPENED_AT - 1)];
  const found = newNotifications(list, 1, OPENED_AT, OPENED_AT + 3000);
  expect(found.map(({ id }) => id)).toEqual([2, 3]);
  expect(newNotifications(list, 3, OPENED_AT, OPENED_AT + 3000)).toEqual([]);
});

test('what was there when the console was opened, is older than a minute or was read is not', () => {
  const now = OPENED_AT + 200_000;
  const list = [alert(4, now - 1000, true), alert(3, now - 61_000), alert(2, OPENED_AT - 10)];
  expect(newNotifications(list, 0, OPENED_AT, now)).toEqual([]);
});

test('an alert leads to what explains it; an unknown severity is a plain one', () => {
  expect(noticeOf(alert(7, OPENED_AT))).toEqual({
    title: 'Archive is down',
    message: 'No answer',
    severity: 'error',
    notificationId: 7,
    link: { label: 'Show details', to: '/mesh-network?platform=archive' },
  });
  expect(noticeOf({ ...alert(8, OPENED_AT), severity: 'odd' }).severity).toBe('info');
});

const NO_ENTRIES = known('notifications', []);

function Listening() {
  useBellEntries(workerClient.serverNow());
  return null;
}

test.each([-10, 10])(
  'an alert that comes is shown on a device whose clock is off by %d min, once',
  async (minutes) => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW + minutes * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    const shown: string[] = [];
    onTestFinished(onNotice(({ title }) => shown.push(title)));
    mount(
      <Seeded entries={NO_ENTRIES}>
        <Listening />
      </Seeded>,
    );
    // By the server's time: one from before the console was opened is no event.
    for (const list of [[alert(1, NOW - 1000)], [alert(2, NOW + 1000), alert(1, NOW - 1000)]])
      pushMessage(known('notifications', list));
    await expect.poll(() => shown).toEqual(['Archive is down']);
  },
);

test('what is for somebody else alone is not shown, what is for this account is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  const shown: string[] = [];
  onTestFinished(onNotice(({ title }) => shown.push(title)));
  mount(
    <Seeded account="ada" entries={NO_ENTRIES}>
      <Listening />
    </Seeded>,
  );
  const [forBo, forAda] = [
    { ...alert(1, NOW + 1000), to: 'bo', title: 'To bo' },
    { ...alert(2, NOW + 1000), to: 'ada', title: 'To ada' },
  ];
  pushMessage(known('notifications', [forAda, forBo]));
  await expect.poll(() => shown).toEqual(['To ada']);
});

function Unread() {
  return <p>{useBellEntries(NOW).unread} new</p>;
}

const incident = (id: number, more: Partial<Incident> = {}): Incident => ({
  ...{ id, platform: 'archive', status: 'error', startedAt: NOW - 1000, endedAt: null },
  ...{ cause: null, planned: false, drillUntil: null, acknowledgement: null, ...more },
});

test('counts what others or the mesh did and what is still true, not what was done here', async () => {
  const down = (id: number) => ({ ...alert(id, NOW - 1000), link: `/incidents/${id}` });
  const list = [
    { ...down(2), kind: 'back' },
    ...[down(3), down(2), down(1)],
    { ...alert(9, NOW), kind: 'validation' },
  ];
  notify({ title: 'Error', message: 'Failed to upload ZIP bundle', severity: 'error' });
  dismissToast();
  mount(
    <Seeded
      account="ada"
      entries={[
        ...known('notifications', list),
        ...known('incidents', [
          incident(1),
          incident(2, { endedAt: NOW }),
          incident(3, { openedBy: 'ada' }),
        ]),
      ]}
    >
      <Unread />
    </Seeded>,
  );
  // That 1 is down, that 2 is back, the failed bundle.
  await expect.element(page.getByText('3 new')).toBeVisible();
});

function Said({ now }: { now: number }) {
  return useBellEntries(now).entries.map(({ id, title }) => <p key={id}>{title}</p>);
}

test('lists what was said here for 1,000,000 ms from when it left the screen', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  toasts.set([]);
  notify({ title: 'Gone', severity: 'info' });
  // The next one takes its place.
  notify({ title: 'On the screen', severity: 'info' });
  mount(
    <Seeded entries={NO_ENTRIES}>
      <section aria-label="in time">
        <Said now={NOW + 999_999} />
      </section>
      <section aria-label="after it">
        <Said now={NOW + 1_000_000} />
      </section>
    </Seeded>,
  );
  await expect.element(page.getByRole('region', { name: 'in time' })).toHaveTextContent(/^Gone$/);
  await expect.element(page.getByRole('region', { name: 'after it' })).toHaveTextContent('');
});
