import { Alert, Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { DialogProps } from './lazy-dialog.tsx';

interface RevealDialogProps extends DialogProps, Pick<ModalProps, 'size'> {
  title: string;
  /** Once there is something to show. */
  revealedTitle: string;
  /** What to do with it now. */
  advice: string;
  /** The form that leads to it. */
  form: (onReveal: (secret: string) => void) => ReactNode;
  /** Shows the secret. */
  children: (secret: string) => ReactNode;
}

/** Makes something that is shown this once. */
export function RevealDialog(props: RevealDialogProps) {
  const { opened, onClose, title, revealedTitle, advice, form, children, ...modal } = props;
  const [secret, setSecret] = useState<string>();
  const isForm = secret === undefined;
  return (
    <Modal
      {...modal}
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setSecret(undefined)}
      // A click beside it, or one key, would lose what is shown once.
      closeOnClickOutside={isForm}
      closeOnEscape={isForm}
      title={isForm ? title : revealedTitle}
    >
      {isForm ? (
        form(setSecret)
      ) : (
        <Stack gap="md">
          <Alert color="yellow">{advice}</Alert>
          {children(secret)}
          <Group justify="flex-end">
            <Button variant="filled" onClick={onClose}>
              Done
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
