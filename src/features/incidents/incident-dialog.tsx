import { Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { PlatformChips } from '../../ui/platform-chips.tsx';

interface IncidentDialogProps extends DialogProps {
  /** Whose affected platforms are changed, or, once it is over, of which there is another. Left out: a new one. */
  incident?: Incident;
}

/** Opens an incident by hand, or changes which platforms one affects. */
export const IncidentDialog = formDialog(IncidentForm, ({ incident }: IncidentDialogProps) => ({
  title: incident?.endedAt === null ? 'Affected platforms' : 'Open an incident',
  size: 'lg',
}));

function IncidentForm({ incident: about, onClose }: IncidentDialogProps) {
  const platforms = useKnownPlatforms();
  const navigate = useNavigate();
  const incident = about?.endedAt === null ? about : undefined;
  const opening = useAction('openIncident', { success: 'The incident is open' });
  const change = useAction('changeIncident', { success: 'The platforms are changed' });
  const form = useForm({
    initialValues: {
      title: about?.cause ?? '',
      text: '',
      platforms: (about?.platforms ?? []).filter((id) => platforms.some((one) => one.id === id)),
    },
    validate: {
      title: (title) => (incident || title.trim() !== '' ? null : 'Enter what is wrong'),
    },
  });
  async function save({ title, text, platforms: ids }: typeof form.values): Promise<void> {
    if (incident) {
      await change.mutateAsync({ params: { id: String(incident.id) }, platforms: ids });
      return;
    }
    const update = text.trim() === '' ? {} : { text: text.trim() };
    const { id } = await opening.mutateAsync({ title: title.trim(), platforms: ids, ...update });
    void navigate({ to: '/incidents/$id', params: { id: String(id) } });
  }
  return (
    <DialogForm
      form={form}
      submit={incident ? 'Save' : 'Open incident'}
      call={incident ? 'changeIncident' : 'openIncident'}
      onSave={save}
      onClose={onClose}
    >
      {incident ? null : (
        <TextInput
          label="What is wrong"
          required
          data-autofocus
          maxLength={TEXT_MAX.incidentTitle}
          {...form.getInputProps('title')}
        />
      )}
      <PlatformChips
        platforms={platforms}
        value={form.values.platforms}
        onChange={(ids) => form.setFieldValue('platforms', ids)}
      />
      <Text size="sm" c="dimmed">
        Those that it affects; none is possible. It counts no downtime of them, and ends when
        somebody resolves it.
      </Text>
      {incident ? null : (
        <Textarea
          label="First update (optional)"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={TEXT_MAX.incidentText}
          {...form.getInputProps('text')}
        />
      )}
    </DialogForm>
  );
}
