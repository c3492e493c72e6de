import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults, mount } from '../testing/mount.tsx';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

const LEVELS = [
  { value: 'a', text: 'First' },
  { value: 'b', text: 'Second' },
];

test('a field is named by its label and described by its hint', async () => {
  mount(<TextField label="Peer" hint="One of the mesh" name="peer" />);
  await expect.element(page.getByLabelText('Peer')).toHaveAccessibleDescription('One of the mesh');
  await expect.element(page.getByLabelText('Peer')).toBeValid();
});

test('an error takes the hint’s place and marks the field', async () => {
  mount(<TextField label="Peer" hint="One of the mesh" error="Not of this mesh" />);
  await expect.element(page.getByLabelText('Peer')).toHaveAccessibleDescription('Not of this mesh');
  await expect.element(page.getByLabelText('Peer')).toBeInvalid();
  await expect.element(page.getByText('One of the mesh')).not.toBeInTheDocument();
});

test('a select offers its options and keeps what is chosen', async () => {
  mount(<SelectField label="Level" options={LEVELS} defaultValue="a" />);
  const level = page.getByRole('combobox', { name: 'Level' });
  await level.click();
  await page.getByRole('option', { name: 'Second' }).click();
  await expect.element(level).toHaveTextContent('Second');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
});

test('axe finds nothing in any of them', async () => {
  mount(
    <>
      <TextField label="Peer" error="Not of this mesh" />
      <PasswordField label="Password" hint="At least 8 characters" />
      <SelectField label="Level" options={LEVELS} disabled />
    </>,
  );
  expect(await faults()).toEqual([]);
});
