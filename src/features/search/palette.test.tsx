import { IconMapPin } from '@tabler/icons-react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { Palette } from './palette.tsx';

let chosen: string[];
let closed: number;

beforeEach(async () => {
  chosen = [];
  closed = 0;
  const entry = (label: string, detail?: string) => ({
    id: label,
    label,
    Icon: IconMapPin,
    ...(detail ? { detail } : {}),
    onChoose: () => chosen.push(label),
  });
  mount(
    <Palette
      groups={[
        { name: 'Screens', always: true, entries: [entry('Dashboard'), entry('ZIP Bundles')] },
        { name: 'Platforms', always: false, entries: [entry('archive.mesh.example', 'error')] },
      ]}
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  await expect.element(field()).toBeVisible();
});

const field = () => page.getByLabelText('Search the console');
const entries = () => page.getByRole('dialog').getByRole('button');

test('offers screens before anything is typed, and data only when it is looked for', async () => {
  await expect.element(entries().first()).toHaveTextContent('Dashboard');
  expect(entries().elements()).toHaveLength(2);
  await field().fill('arch');
  await expect.element(entries().first()).toHaveTextContent('archive.mesh.example');
  expect(entries().elements()).toHaveLength(1);
});

test('Enter takes the entry and closes', async () => {
  await field().fill('zip');
  await expect.poll(() => entries().elements().length).toBe(1);
  await userEvent.keyboard('{Enter}');
  expect(chosen).toEqual(['ZIP Bundles']);
  await expect.poll(() => closed).toBe(1);
});

test('says when nothing is found', async () => {
  await field().fill('qqqq');
  await expect.element(page.getByText('Nothing found')).toBeVisible();
});

test('Escape closes it without taking anything', async () => {
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => closed).toBe(1);
  expect(chosen).toEqual([]);
});

test('the first entry is chosen before anything is typed', async () => {
  await expect.element(entries().first()).toHaveAttribute('data-selected', 'true');
  await expect.element(entries().first()).toHaveTextContent('Dashboard');
  await userEvent.keyboard('{Enter}');
  expect(chosen).toEqual(['Dashboard']);
});

test('axe finds nothing', async () => {
  expect(await faults()).toEqual([]);
});

test('what the field is for can be read to its end on a small phone', async () => {
  await page.viewport(320, 640);
  const input = field().element() as HTMLInputElement;
  const { paddingLeft, paddingRight, font } = getComputedStyle(input);
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  pen.font = font;
  const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  expect(pen.measureText(input.placeholder).width).toBeGreaterThan(0);
  expect(pen.measureText(input.placeholder).width).toBeLessThan(room);
});

test('begins with what was typed before it was there, and goes on after it', async () => {
  mount(<Palette typed="zi" groups={[]} onClose={() => undefined} />);
  await expect.element(field().last()).toHaveFocus();
  await userEvent.keyboard('p');
  await expect.element(field().last()).toHaveValue('zip');
});
