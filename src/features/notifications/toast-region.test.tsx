import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createToastPolicy } from '../../console/toast-policy.ts';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { ToastRegion } from './toast-region.tsx';

/** Toasts whose time does not pass: these tests are about pixels and fingers. */
async function setUp() {
  const counting = { count: 0 };
  const policy = createToastPolicy({
    now: () => 0,
    after() {
      counting.count += 1;
      return () => {
        counting.count -= 1;
      };
    },
  });
  mount(<ToastRegion policy={policy} />);
  await expect.element(region()).toBeInTheDocument();
  return { policy, counting };
}

const FAILED = {
  title: 'Login Failed',
  message: 'Invalid credentials',
  severity: 'error',
} as const;
const region = () => page.getByRole('region', { name: 'Notifications (F8)' });
const title = () => page.getByText('Login Failed');
const card = () => document.querySelector<HTMLElement>('[data-severity]');

function pull(from: number, to: number): void {
  const at = (type: string, clientX: number, target: EventTarget | null) =>
    target?.dispatchEvent(
      new PointerEvent(type, {
        clientX,
        pointerId: 1,
        button: 0,
        buttons: 1,
        bubbles: true,
        isPrimary: true,
        pointerType: 'touch',
      }),
    );
  at('pointerdown', from, card());
  at('pointermove', (from + to) / 2, card());
  at('pointermove', to, card());
  at('pointerup', to, card());
}

test('says title and message in a polite live region that was there before', async () => {
  const { policy } = await setUp();
  const status = region().getByRole('status');
  await expect.element(status).toBeInTheDocument();
  const before = status.element();
  policy.show(FAILED);
  await expect.element(status).toHaveTextContent('Login FailedInvalid credentials');
  expect(status.element()).toBe(before);
  expect(status.element().getAttribute('aria-live')).toBe('polite');
  expect(await faults()).toEqual([]);
});

test('shows one toast at a time: a new one replaces it at once', async () => {
  const { policy } = await setUp();
  policy.show(FAILED);
  await expect.element(title()).toBeVisible();
  policy.show({ title: 'Welcome back!', severity: 'success' });
  await expect.element(page.getByText('Welcome back!')).toBeVisible();
  expect(document.querySelectorAll('[data-severity]')).toHaveLength(1);
  expect(title().elements()).toEqual([]);
});

test('the same words said again are new to a screen reader', async () => {
  const { policy } = await setUp();
  policy.show(FAILED);
  await expect.element(title()).toBeVisible();
  const first = title().element();
  policy.show(FAILED);
  await expect.poll(() => title().element() === first).toBe(false);
});

test('the time stands still while it is pointed at or has the focus', async () => {
  const { policy, counting } = await setUp();
  policy.show(FAILED);
  await expect.element(title()).toBeVisible();
  const running = counting.count;
  await title().hover();
  expect(counting.count).toBe(running - 1);
  await userEvent.unhover(title());
  await expect.poll(() => counting.count).toBe(running);
  await userEvent.keyboard('{F8}');
  expect(counting.count).toBe(running - 1);
  (document.activeElement as HTMLElement).blur();
  expect(counting.count).toBe(running);
});

test('a swipe to the right of more than 50 px dismisses it', async () => {
  const { policy } = await setUp();
  policy.show(FAILED);
  await expect.element(title()).toBeVisible();
  pull(100, 151);
  await expect.element(title()).not.toBeInTheDocument();
  expect(policy.state().dismissed).toHaveLength(1);
});

test.each([
  ['a swipe of 50 px', 100, 150],
  ['a swipe to the left', 200, 50],
])('%s springs back', async (_, from, to) => {
  const { policy } = await setUp();
  policy.show(FAILED);
  await expect.element(title()).toBeVisible();
  pull(from, to);
  await expect.element(title()).toBeVisible();
  expect(getComputedStyle(card() as HTMLElement).translate).toMatch(/^(none|0px)$/);
  expect(policy.state().dismissed).toHaveLength(0);
});

test('its button dismisses it', async () => {
  const { policy } = await setUp();
  policy.show(FAILED);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(title()).not.toBeInTheDocument();
  expect(policy.state().dismissed).toHaveLength(1);
});

test('F8 goes to the notifications and Escape dismisses', async () => {
  const { policy } = await setUp();
  policy.show(FAILED);
  await expect.element(title()).toBeVisible();
  await userEvent.keyboard('{F8}');
  await expect.element(region()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(title()).not.toBeInTheDocument();
});

test('is 420 px wide at most on medium screens', async () => {
  await page.viewport(1024, 768);
  const { policy } = await setUp();
  policy.show(FAILED);
  await expect.element(title()).toBeVisible();
  expect(card()?.offsetWidth).toBe(420);
});

test('on a phone it is below the header, for forms and dialogs have their buttons at the end', async () => {
  await page.viewport(390, 844);
  const { policy } = await setUp();
  policy.show(FAILED);
  await expect.element(title()).toBeVisible();
  const box = card()?.getBoundingClientRect() as DOMRect;
  expect(box.top).toBeGreaterThan(60);
  expect(box.bottom).toBeLessThan(200);
});
