import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { acknowledge } from '../../console/acknowledgements.ts';
import { useAction } from '../../console/actions.ts';
import { notify } from '../../console/notices.ts';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';

interface NoteDialogProps extends DialogProps {
  incident: Incident;
  /** 'Archive is down' */
  title: string;
  /** Of whoever is on it: it is shown beside the name, and kept while the server cannot be reached. */
  isBesideName: boolean;
}

/** Says what somebody knows of an incident. */
export const NoteDialog = formDialog(NoteForm, ({ title }: NoteDialogProps) => ({
  title: `Note: ${title}`,
}));

function NoteForm({ incident, title, isBesideName, onClose }: NoteDialogProps) {
  const id = String(incident.id);
  const comment = useAction('commentOnIncident', { success: 'The note is in the timeline' });
  const form = useForm({
    initialValues: { note: isBesideName ? (incident.acknowledgement?.note ?? '') : '' },
    validate: {
      note: (note) => (isBesideName || note.trim() !== '' ? null : 'Write something first.'),
    },
  });
  async function save({ note }: typeof form.values): Promise<void> {
    const text = note.trim();
    if (!isBesideName) return void (await comment.mutateAsync({ params: { id }, text }));
    const end = await acknowledge({ incident: id, title, note: text });
    notify({
      severity: end === 'sent' ? 'success' : 'warning',
      title: end === 'sent' ? 'The note is shown' : 'Waiting to be sent',
      message: title,
    });
  }
  return (
    <DialogForm
      form={form}
      submit="Save note"
      call={isBesideName ? 'acknowledgeIncident' : 'commentOnIncident'}
      onSave={save}
      onClose={onClose}
    >
      <Textarea
        label="Note"
        description={
          isBesideName
            ? 'Every console and display shows it beside your name.'
            : 'It stands in the timeline of the incident.'
        }
        autosize
        minRows={2}
        maxRows={8}
        maxLength={isBesideName ? TEXT_MAX.note : TEXT_MAX.incidentText}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </DialogForm>
  );
}
