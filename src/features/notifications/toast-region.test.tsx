import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { notify, toasts } from '../../console/notices.ts';
import { ToastRegion } from './toast-region.tsx';

function handTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

async function setUp() {
  onTestFinished(() => toasts.set([]));
  mount(<ToastRegion />);
  await expect.element(region()).toBeInTheDocument();
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
  await setUp();
  const status = region().getByRole('status');
  await expect.element(status).toBeInTheDocument();
  const before = status.element();
  notify(FAILED);
  await expect.element(status).toHaveTextContent('Login FailedInvalid credentials');
  expect(status.element()).toBe(before);
  expect(status.element().getAttribute('aria-live')).toBe('polite');
  expect(await faults()).toEqual([]);
});

test('shows one toast at a time: a new one replaces it at once', async () => {
  await setUp();
  notify(FAILED);
  await expect.element(title()).toBeVisible();
  notify({ title: 'Welcome back!', severity: 'success' });
  await expect.element(page.getByText('Welcome back!')).toBeVisible();
  await expect.poll(() => document.querySelectorAll('[data-severity]').length).toBe(1);
  expect(title().elements()).toEqual([]);
});

test('the same words said again are new to a screen reader', async () => {
  await setUp();
  notify(FAILED);
  await expect.element(title()).toBeVisible();
  const first = title().element();
  notify(FAILED);
  await expect.poll(() => title().element() === first).toBe(false);
});

test('is shown for 5000 ms, and so is what takes its place', async () => {
  handTime();
  await setUp();
  notify(FAILED);
  await expect.element(title()).toBeVisible();
  vi.advanceTimersByTime(4000);
  notify({ title: 'Welcome back!', severity: 'success' });
  await expect.element(page.getByText('Welcome back!')).toBeVisible();
  vi.advanceTimersByTime(4999);
  expect(page.getByText('Welcome back!').elements()).toHaveLength(1);
  vi.advanceTimersByTime(2);
  await expect.poll(() => card()).toBe(null);
});

test('a notice may say how long it stays, or that it stays until it is closed', async () => {
  handTime();
  await setUp();
  notify({ ...FAILED, autoClose: 10_000 });
  await expect.element(title()).toBeVisible();
  vi.advanceTimersByTime(9999);
  expect(title().elements()).toHaveLength(1);
  vi.advanceTimersByTime(2);
  await expect.poll(() => card()).toBe(null);
  notify({ ...FAILED, autoClose: false });
  await expect.element(title()).toBeVisible();
  vi.advanceTimersByTime(60_000);
  expect(title().elements()).toHaveLength(1);
});

test.each([
  ['pointed at', () => title().hover(), () => userEvent.unhover(title())],
  [
    'in focus',
    () => userEvent.keyboard('{F8}'),
    async () => (document.activeElement as HTMLElement).blur(),
  ],
])('its time begins anew when it is not %s any more', async (_, hold, release) => {
  handTime();
  await setUp();
  notify(FAILED);
  await expect.element(title()).toBeVisible();
  vi.advanceTimersByTime(4000);
  await hold();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(title().elements()).toHaveLength(1);
  await release();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(5001);
  await expect.poll(() => card()).toBe(null);
});

test('a swipe to the right of more than 50 px dismisses it', async () => {
  await setUp();
  notify(FAILED);
  await expect.element(title()).toBeVisible();
  pull(100, 151);
  await expect.element(title()).not.toBeInTheDocument();
  expect(toasts.get()).toMatchObject([{ title: 'Login Failed', leftAt: expect.any(Number) }]);
});

test.each([
  ['a swipe of 50 px', 100, 150],
  ['a swipe to the left', 200, 50],
])('%s springs back', async (_, from, to) => {
  await setUp();
  notify(FAILED);
  await expect.element(title()).toBeVisible();
  pull(from, to);
  await expect.element(title()).toBeVisible();
  expect(getComputedStyle(card() as HTMLElement).translate).toMatch(/^(none|0px)$/);
});

test('its button dismisses it', async () => {
  await setUp();
  notify(FAILED);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(title()).not.toBeInTheDocument();
  expect(toasts.get()).toMatchObject([{ title: 'Login Failed', leftAt: expect.any(Number) }]);
});

test('F8 goes to the notifications and Escape dismisses', async () => {
  await setUp();
  notify(FAILED);
  await expect.element(title()).toBeVisible();
  await userEvent.keyboard('{F8}');
  await expect.element(region()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(title()).not.toBeInTheDocument();
});

test('is 420 px wide at most on medium screens', async () => {
  await page.viewport(1024, 768);
  await setUp();
  notify(FAILED);
  await expect.element(title()).toBeVisible();
  expect(card()?.offsetWidth).toBe(420);
});

test('on a phone it is below the header, for forms and dialogs have their buttons at the end', async () => {
  await page.viewport(390, 844);
  await setUp();
  notify(FAILED);
  await expect.element(title()).toBeVisible();
  const box = card()?.getBoundingClientRect() as DOMRect;
  expect(box.top).toBeGreaterThan(60);
  expect(box.bottom).toBeLessThan(200);
});
