import { Alert, Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { userMessageOf } from '../shared/outcome.ts';

interface DialogFormProps<Values extends object> {
  form: UseFormReturnType<Values>;
  /** Title of the reason why it was refused. */
  failed: string;
  /** Of the button that sends it. */
  submit: string;
  /** What it does cannot be undone. */
  destructive?: boolean;
  disabled?: boolean;
  /** @returns why it was refused; undefined: it is done */
  onSave: (values: Values) => Promise<string | undefined>;
  onClose: () => void;
  /** Called once it is saved; left out: it closes. */
  onSaved?: () => void;
  children: ReactNode;
}

/** The form of a dialog, which closes once it is saved. A refusal leaves everything as it was typed. */
export function DialogForm<Values extends object>(props: DialogFormProps<Values>) {
  const { form, failed, submit, destructive, disabled = false, children } = props;
  const { onSave, onClose, onSaved = onClose } = props;
  const [error, setError] = useState<string>();
  async function save(values: Values): Promise<void> {
    const refused = await onSave(values);
    setError(refused);
    if (refused === undefined) onSaved();
  }
  return (
    <form noValidate onSubmit={form.onSubmit(save)}>
      <Stack gap="md">
        {children}
        {error ? (
          <Alert ref={scrollTo} color="red" role="alert" title={failed}>
            {error}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="filled"
            {...(destructive && { color: 'red' })}
            disabled={disabled}
            loading={form.submitting}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What a person has to read is on the screen, however long the form. */
const scrollTo = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'nearest' });

/** @returns why a call was refused; undefined: it is done */
export const refusalOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(() => undefined, userMessageOf);
