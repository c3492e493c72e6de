import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';

interface AcknowledgeDialogProps extends DialogProps {
  /** Incidents that are taken on. */
  count: number;
  pending: boolean;
  onAcknowledge: (note: string) => void;
}

/** Asks for one note to all selected incidents. */
export const AcknowledgeDialog = formDialog(
  AcknowledgeForm,
  ({ count }: AcknowledgeDialogProps) => ({
    title: `Take on ${count.toLocaleString()} ${count === 1 ? 'incident' : 'incidents'}`,
  }),
);

function AcknowledgeForm({ pending, onAcknowledge, onClose }: AcknowledgeDialogProps) {
  const [note, setNote] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAcknowledge(note.trim());
      }}
    >
      <Stack gap="md">
        <Textarea
          label="Note (optional)"
          description="Every console and display shows it beside your name."
          autosize
          minRows={2}
          maxRows={8}
          maxLength={TEXT_MAX.note}
          data-autofocus
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Allowed call="acknowledgeIncident">
            <Button type="submit" variant="filled" loading={pending}>
              I am on it
            </Button>
          </Allowed>
        </Group>
      </Stack>
    </form>
  );
}
