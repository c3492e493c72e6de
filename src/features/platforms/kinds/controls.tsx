import {
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { createElement, type ReactNode } from 'react';

export const STORED = 'Stored encrypted, never shown again';

type Form = Pick<UseFormReturnType<Record<string, unknown>>, 'getInputProps' | 'setFieldValue'>;
export type Controls = ReturnType<typeof controlsOf>;

/** The controls of a form, each by the name of its value: kinds are listed without loading them. */
export const controlsOf = ({ getInputProps: input, setFieldValue }: Form) => ({
  input,
  set: (name: string, value: unknown) => setFieldValue(name, value),
  text: (name: string, label: string, placeholder = '', props: TextInputProps = {}) => (
    <TextInput label={label} placeholder={placeholder} {...props} {...input(name)} />
  ),
  number: (name: string, label: string, min: number, max: number, description?: string) => (
    <NumberInput {...{ label, min, max, description }} required {...input(name)} />
  ),
  /** @param props where it is not the value itself that is checked */
  check: (name: string, label: string, description?: string, props = {}) => (
    <Checkbox
      label={label}
      description={description}
      {...input(name, { type: 'checkbox' })}
      {...props}
    />
  ),
  select: (name: string, label: string, data: (string | Option)[], props = {}) => (
    <NativeSelect label={label} data={data} {...input(name)} {...props} />
  ),
  secret: (name: string, label: string) => (
    <PasswordInput
      label={label}
      placeholder={STORED}
      {...input(name)}
      autoComplete="new-password"
    />
  ),
  lines: (name: string, label: string, placeholder: string, description = STORED) => (
    <Textarea {...{ label, placeholder, description }} autosize maxRows={6} {...input(name)} />
  ),
  /** Side by side. */
  row: (...children: ReactNode[]) =>
    createElement(Group, { grow: true, align: 'start' }, ...children),
});

interface Option {
  readonly value: string;
  readonly label: string;
}
