import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SelectField } from '../field/select-field.tsx';
import { faults, mount } from '../testing/mount.tsx';
import { keyOutcome, type ListState, type Pressed } from './select-keys.ts';
import { NOTHING_TYPED } from './type-ahead.ts';

const TEXTS = ['Standard', 'High', 'Emergency'];
const OPTIONS = TEXTS.map((text) => ({ value: text.toLowerCase(), text }));

const box = () => page.getByRole('combobox', { name: 'Priority' });
const list = () => page.getByRole('listbox');

function setUp() {
  const { box: place } = mount(
    <form>
      <SelectField label="Priority" name="priority" options={OPTIONS} required />
    </form>,
  );
  return { sent: () => new FormData(place.querySelector('form') ?? undefined).get('priority') };
}

const CLOSED: ListState = { open: false, active: 1, typed: NOTHING_TYPED };
const OPEN: ListState = { ...CLOSED, open: true };
const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  timeStamp: 0,
  ...more,
});

test.each([
  ['ArrowDown', CLOSED, { does: 'open', active: 1 }],
  ['Enter', CLOSED, { does: 'open', active: 1 }],
  [' ', CLOSED, { does: 'open', active: 1 }],
  ['Home', CLOSED, { does: 'open', active: 0 }],
  ['End', CLOSED, { does: 'open', active: 2 }],
  ['Tab', CLOSED, undefined],
  ['Escape', CLOSED, undefined],
  ['ArrowDown', OPEN, { does: 'move', active: 2 }],
  ['ArrowUp', OPEN, { does: 'move', active: 0 }],
  ['PageDown', OPEN, { does: 'move', active: 2 }],
  ['Home', OPEN, { does: 'move', active: 0 }],
  ['Enter', OPEN, { does: 'choose' }],
  [' ', OPEN, { does: 'choose' }],
  ['Tab', OPEN, { does: 'choose-and-leave' }],
  ['Escape', OPEN, { does: 'close' }],
  ['F5', OPEN, undefined],
])('%s in %o', (key, state, outcome) => {
  expect(keyOutcome(TEXTS, state, press(key))).toEqual(outcome);
});

test('a letter opens the list at what begins so, unless it is a shortcut', () => {
  expect(keyOutcome(TEXTS, CLOSED, press('e'))).toMatchObject({ does: 'open', active: 2 });
  expect(keyOutcome(TEXTS, CLOSED, press('e', { ctrlKey: true }))).toBeUndefined();
});

test('chosen by keys alone, it is what the form sends', async () => {
  const { sent } = setUp();
  await userEvent.keyboard('{Tab}');
  await expect.element(box()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(list()).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(list()).not.toBeInTheDocument();
  await expect.element(box()).toHaveTextContent('High');
  expect(sent()).toBe('high');
});

test('what is typed leads to the option, and Escape leaves all as it was', async () => {
  const { sent } = setUp();
  await userEvent.keyboard('{Tab}em');
  await expect
    .element(page.getByRole('option', { name: 'Emergency' }))
    .toHaveAttribute('data-active', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(list()).not.toBeInTheDocument();
  expect(sent()).toBe('standard');
});

test('a press elsewhere closes it, and the list keeps inside a small window', async () => {
  await page.viewport(360, 300);
  setUp();
  await box().click();
  await expect.element(list()).toBeVisible();
  const { right, bottom } = list().element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(360);
  expect(bottom).toBeLessThanOrEqual(300);
  await userEvent.click(document.body, { position: { x: 300, y: 280 } });
  await expect.element(list()).not.toBeInTheDocument();
});

test('the list keeps off what the device covers', async () => {
  const { style } = document.documentElement;
  const covered = { '--inset-left': '44px', '--inset-bottom': '34px' };
  for (const [token, px] of Object.entries(covered)) style.setProperty(token, px);
  onTestFinished(() => {
    for (const token of Object.keys(covered)) style.removeProperty(token);
  });
  await page.viewport(360, 300);
  setUp();
  await box().click();
  await expect.element(list()).toBeVisible();
  const { left, bottom } = list().element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(44);
  expect(bottom).toBeLessThanOrEqual(266);
});

test('a phone’s own picker changes it too', async () => {
  const { sent } = setUp();
  const native = document.querySelector('select');
  if (!native) throw new Error('no native select');
  await userEvent.selectOptions(native, 'emergency');
  await expect.element(box()).toHaveTextContent('Emergency');
  expect(sent()).toBe('emergency');
});
