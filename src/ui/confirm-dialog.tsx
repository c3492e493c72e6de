import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ComponentProps } from 'react';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** What would be lost. */
  text: string;
  /** Of the button that does it. */
  confirm: string;
  cancel?: string;
  pending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is lost. The keyboard starts at the button that leaves all as it is. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, text, confirm, cancel = 'Cancel', pending, onConfirm, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button data-autofocus onClick={onClose}>
            {cancel}
          </Button>
          <Button variant="filled" color="red" loading={pending ?? false} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type ConfirmButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> &
  Pick<ConfirmDialogProps, 'onConfirm'> & {
    question: Pick<ConfirmDialogProps, 'title' | 'text' | 'confirm'>;
  };

/** A button that asks before something is lost. */
export function ConfirmButton({ question, onConfirm, ...button }: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  function confirm(): void {
    close();
    onConfirm();
  }
  return (
    <>
      <Button onClick={open} {...button} />
      <ConfirmDialog {...question} opened={opened} onConfirm={confirm} onClose={close} />
    </>
  );
}
