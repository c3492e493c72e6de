import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../testing/mount.tsx';
import { ToastArea } from './toast-area.tsx';
import { createToasts } from './toasts.ts';

/** Toasts whose time does not pass: these tests are about pixels and fingers. */
function setUp() {
  const store = createToasts({ now: () => 0, after: () => () => undefined });
  mount(<ToastArea store={store} />);
  return store;
}

const toast = () => page.getByText('Login Failed');

function pull(from: number, to: number): void {
  const card = document.querySelector<HTMLElement>('[data-tone]');
  if (!card) throw new Error('no toast is shown');
  const at = (type: string, clientX: number) =>
    card.dispatchEvent(
      new PointerEvent(type, { clientX, pointerId: 1, button: 0, bubbles: true, isPrimary: true }),
    );
  card.setPointerCapture = () => undefined;
  at('pointerdown', from);
  at('pointermove', to);
  at('pointerup', to);
}

test('says title and text in a polite live region that was there before', async () => {
  const store = setUp();
  await expect.element(page.getByRole('status')).toBeInTheDocument();
  store.show({ title: 'Login Failed', text: 'Invalid credentials', tone: 'bad' });
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('Login FailedInvalid credentials');
  expect(await faults()).toEqual([]);
});

test('shows one toast at a time', async () => {
  const store = setUp();
  store.show({ title: 'Login Failed', tone: 'bad' });
  store.show({ title: 'Welcome back!', tone: 'good' });
  await expect.element(page.getByText('Welcome back!')).toBeVisible();
  expect(document.querySelectorAll('[data-tone]')).toHaveLength(1);
});

test('a swipe to the right of more than 50 px dismisses it', async () => {
  const store = setUp();
  store.show({ title: 'Login Failed', tone: 'bad' });
  await expect.element(toast()).toBeVisible();
  pull(100, 151);
  await expect.element(toast()).not.toBeInTheDocument();
  expect(store.state().past).toHaveLength(1);
});

test.each([
  ['a swipe of 50 px', 100, 150],
  ['a swipe to the left', 200, 50],
])('%s springs back', async (_, from, to) => {
  const store = setUp();
  store.show({ title: 'Login Failed', tone: 'bad' });
  await expect.element(toast()).toBeVisible();
  pull(from, to);
  await expect.element(toast()).toBeVisible();
  expect(document.querySelector<HTMLElement>('[data-tone]')?.style.transform).toBe('');
  expect(store.state().past).toHaveLength(0);
});

test('F8 goes to the notifications and Escape dismisses', async () => {
  const store = setUp();
  store.show({ title: 'Login Failed', tone: 'bad' });
  await expect.element(toast()).toBeVisible();
  await userEvent.keyboard('{F8}');
  await expect.element(page.getByRole('region', { name: /F8/ })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(toast()).not.toBeInTheDocument();
});

test('is 420 px wide at most on medium screens', async () => {
  await page.viewport(1024, 768);
  setUp();
  const area = page.getByRole('region', { name: /F8/ });
  await expect.element(area).toBeInTheDocument();
  expect(area.element().getBoundingClientRect().width).toBe(420);
});

test('on a phone it is not where a form or a dialog has its buttons, and at the end of any other screen', async () => {
  await page.viewport(390, 844);
  const store = setUp();
  store.show({ title: 'Login Failed', text: 'Invalid credentials', tone: 'bad' });
  await expect.element(toast()).toBeVisible();
  const box = () => document.querySelector('[data-tone]')?.getBoundingClientRect() as DOMRect;
  expect(box().bottom).toBeGreaterThan(800);
  const form = document.createElement('form');
  const dialog = document.createElement('div');
  dialog.ariaModal = 'true';
  for (const part of [form, dialog]) {
    document.body.append(part);
    expect(box().top).toBeGreaterThan(60);
    expect(box().bottom).toBeLessThan(200);
    part.remove();
    expect(box().bottom).toBeGreaterThan(800);
  }
});
