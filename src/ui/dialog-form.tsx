import { Alert, Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { CallName } from '../../contract/paths.ts';
import { userMessageOf } from '../shared/outcome.ts';
import { Allowed } from './allowed.tsx';
import type { DialogProps } from './lazy-dialog.tsx';

/**
 * A dialog around a form, which begins anew each time that it opens.
 *
 * @param modal its title, and what else is asked of Mantine's Modal
 */
export function formDialog<Props extends DialogProps>(
  Form: ComponentType<Props>,
  modal: (props: Props) => Pick<ModalProps, 'title' | 'size'>,
) {
  return function FormDialog(props: Props) {
    return (
      <Modal opened={props.opened} onClose={props.onClose} {...modal(props)}>
        <Form {...props} />
      </Modal>
    );
  };
}

interface DialogFormProps<Values extends object> {
  form: UseFormReturnType<Values>;
  /** Title of the reason why it was refused. */
  failed?: string;
  /** Of the button that sends it. */
  submit: string;
  /** What it sends, where not every role may; left out: everybody may send it. */
  call?: CallName;
  /** The keyboard starts at the button that sends it. */
  isReady?: boolean;
  /** What it does cannot be undone. */
  destructive?: boolean;
  disabled?: boolean;
  /** Rejects with why it was refused. */
  onSave: (values: Values) => Promise<unknown>;
  /** Left out: the form stays where it is, also once it is saved. */
  onClose?: () => void;
  /** Called once it is saved; left out: it closes. */
  onSaved?: () => void;
  /** What was saved is shown in the same dialog. */
  staysOpen?: boolean;
  children: ReactNode;
}

/** The form of a dialog, which closes once it is saved. A refusal leaves everything as it was typed. */
export function DialogForm<Values extends object>(props: DialogFormProps<Values>) {
  const { form, failed, submit, call, isReady = false, destructive, children } = props;
  const { onSave, disabled = false, onClose, onSaved = onClose, staysOpen } = props;
  const [error, setError] = useState<string>();
  async function save(values: Values): Promise<void> {
    const refused = await refusalOf(onSave(values));
    setError(refused);
    if (refused === undefined && !staysOpen) onSaved?.();
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
          {onClose ? <Button onClick={onClose}>Cancel</Button> : null}
          <Allowed call={call}>
            <Button
              type="submit"
              variant="filled"
              {...(destructive && { color: 'red' })}
              disabled={disabled}
              loading={form.submitting}
              data-autofocus={isReady || undefined}
            >
              {submit}
            </Button>
          </Allowed>
        </Group>
      </Stack>
    </form>
  );
}

/** What a person has to read is on the screen, however long the form. */
export const scrollTo = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'nearest' });

/** @returns why a call was refused; undefined: it is done */
export const refusalOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(() => undefined, userMessageOf);
