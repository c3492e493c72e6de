import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PUSH_KINDS } from '../../../contract/limits.ts';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { STAGE_TEXTS } from './device-texts.ts';
import { NotificationsView, type NotificationsViewProps } from './notifications-section.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function draw(props: Partial<NotificationsViewProps> = {}) {
  const events = {
    onTurnOn: vi.fn(),
    onTurnOff: vi.fn(),
    onKinds: vi.fn(),
    onTest: vi.fn(),
  };
  mount(
    <NotificationsView
      stage="on"
      kinds={PUSH_KINDS}
      busy={undefined}
      trouble={undefined}
      test={{ stage: 'none' }}
      last={{ at: NOW - 90_000 } as NotificationsViewProps['last']}
      now={NOW}
      server={{ reach: 'reached', reachAt: null }}
      {...events}
      {...props}
    />,
  );
  return events;
}

test.each(['insecure', 'home-screen', 'browser', 'starting', 'blocked', 'without'] as const)(
  'where it is %s the section says why, and has no button that could do nothing',
  async (stage) => {
    draw({ stage });
    await expect.element(page.getByText(STAGE_TEXTS[stage])).toBeVisible();
    expect(page.getByRole('button').elements()).toEqual([]);
    expect(page.getByRole('checkbox').elements()).toEqual([]);
  },
);

test('off, it can be turned on, and says what stood in the way', async () => {
  const { onTurnOn } = draw({ stage: 'off', trouble: 'The browser could not subscribe.' });
  await expect.element(page.getByText('The browser could not subscribe.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Turn on notifications' }));
  expect(onTurnOn).toHaveBeenCalledOnce();
  expect(await faults()).toEqual([]);
});

test('on, each kind can be chosen by itself, and it can be tested and turned off', async () => {
  const { onKinds, onTest, onTurnOff } = draw({ kinds: ['down', 'deploy'] });
  await userEvent.click(page.getByRole('checkbox', { name: 'A platform comes back' }));
  await userEvent.click(page.getByRole('checkbox', { name: 'A platform goes down' }));
  expect(onKinds.mock.calls).toEqual([[['down', 'back', 'deploy']], [['deploy']]]);
  await userEvent.click(page.getByRole('button', { name: 'Send a test' }));
  await userEvent.click(page.getByRole('button', { name: 'Turn off' }));
  expect([onTest.mock.calls.length, onTurnOff.mock.calls.length]).toEqual([1, 1]);
  await expect.element(page.getByText('1 min ago')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test.each([
  [{ stage: 'arrived', afterMs: 1234 }, 'Arrived after 1.2 s.'],
  [{ stage: 'missing' }, /did not arrive within 30 s/],
  [{ stage: 'failed', text: 'The server cannot reach it.' }, /Not sent\. The server cannot/],
  [{ stage: 'waiting' }, 'Sent. Waiting for it to arrive.'],
] as const)('a test shows its result: %o', async (state, text) => {
  draw({ test: state });
  await expect.element(page.getByText(text)).toBeVisible();
  expect(await faults()).toEqual([]);
});
