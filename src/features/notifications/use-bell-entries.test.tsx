import { expect, test } from 'vitest';
import { newNotifications, noticeOf } from './use-bell-entries.ts';

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
