import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PUSH_KINDS } from '../../../contract/limits.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { STAGE_TEXTS } from './device-texts.ts';
import { NotificationsView, type NotificationsViewProps } from './notifications-section.tsx';

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
      isTested={false}
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
  expect(await faults()).toEqual([]);
});

test.each([
  [{ isTested: true }, 'The test has arrived.'],
  [{ trouble: 'Not sent. The server cannot reach it.' }, /Not sent\. The server cannot/],
])('a test shows its result: %o', async (state, text) => {
  draw(state);
  await expect.element(page.getByText(text)).toBeVisible();
  expect(await faults()).toEqual([]);
});
