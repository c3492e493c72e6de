import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SelectAll, SelectionBar, SelectRow } from './select-rows.tsx';
import { faults, mount } from './testing/mount.tsx';
import { useSelection } from './use-selection.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e'];

function Rows({ known = ROWS }: { known?: readonly string[] }) {
  const [shown] = useState(ROWS.slice(0, 4));
  const selection = useSelection(known, shown);
  return (
    <>
      <SelectAll label="letters" selection={selection} />
      {shown.map((id) => (
        <SelectRow key={id} id={id} label={id} selection={selection} />
      ))}
      <SelectionBar label="letters" selection={selection}>
        <output aria-label="Chosen">{[...selection.ids].join('')}</output>
      </SelectionBar>
    </>
  );
}

const chosen = () => page.getByLabelText('Chosen');
const row = (id: string) => page.getByRole('checkbox', { name: `Select ${id}`, exact: true });

test('a click with Shift selects all rows up to it', async () => {
  const { box } = mount(<Rows />);
  const region = box.querySelector('[aria-live]');
  await userEvent.click(row('b'));
  expect(region?.textContent).toBe('Selected letters: 1');
  await userEvent.click(row('d'), { modifiers: ['Shift'] });
  await expect.element(chosen()).toHaveTextContent('bcd');
  expect(await faults()).toEqual([]);
});

test('Shift with an arrow selects on the way, and gives back on the way back', async () => {
  mount(<Rows />);
  row('b').element().focus();
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(chosen()).toHaveTextContent('bcd');
  await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}');
  await expect.element(chosen()).toHaveTextContent(/^ab$/);
});

test('arrows alone select nothing', async () => {
  mount(<Rows />);
  row('a').element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp} ');
  await expect.element(chosen()).toHaveTextContent(/^b$/);
});

test('all that is shown is selected and cleared, and what is gone is not selected', async () => {
  const { draw } = mount(<Rows />);
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all letters shown' }));
  await expect.element(chosen()).toHaveTextContent('abcd');
  draw(<Rows known={['a', 'd', 'e']} />);
  await expect.element(chosen()).toHaveTextContent(/^ad$/);
  await userEvent.click(page.getByRole('button', { name: 'Clear selection' }));
  await expect.element(chosen()).not.toBeInTheDocument();
});
