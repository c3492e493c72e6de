import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { useServerNow } from '../../console/connection.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { timeText } from '../../domain/moment.ts';
import { deviceTimeZone } from '../../domain/zoned-time.ts';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { PlatformChips } from '../../ui/platform-chips.tsx';
import { Segments } from '../../ui/segments.tsx';
import {
  type MaintenanceValues,
  maintenanceErrors,
  maintenancePayload,
} from './maintenance-form.ts';
import { EndFields, PlannedFields } from './maintenance-times.tsx';

const NOW_EVERY_MS = 1000;

interface MaintenanceDialogProps extends DialogProps {
  /** Ids of the platforms that are chosen at first. */
  chosen: readonly string[];
}

/** Starts a maintenance window, or plans one. */
export const MaintenanceDialog = formDialog(MaintenanceForm, () => ({
  title: 'Start maintenance',
  size: 'lg',
}));

function MaintenanceForm({ chosen, onClose }: MaintenanceDialogProps) {
  const platforms = useKnownPlatforms();
  const now = useServerNow(NOW_EVERY_MS);
  const plan = useAction('planMaintenance', {
    success: (_, { startsAt, endsAt }) =>
      startsAt === undefined
        ? `Maintenance started, until ${timeText(endsAt)}`
        : 'Maintenance planned',
  });
  const form = useForm<MaintenanceValues>({
    initialValues: initialValues(chosen),
    validate: (values) => maintenanceErrors(values, now),
  });
  const { when, platforms: ids } = form.values;
  return (
    <DialogForm
      form={form}
      submit={when === 'now' ? 'Start' : 'Plan'}
      call="planMaintenance"
      isReady={chosen.length > 0}
      onSave={(values) => plan.mutateAsync(maintenancePayload(values, now))}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        Probes go on. Downtime counts as planned, and alerts are silent.
      </Text>
      <Segments
        aria-label="Start of the window"
        data={[
          { value: 'now', label: 'Now' },
          { value: 'planned', label: 'Planned' },
        ]}
        value={when}
        onChange={(value) => form.setFieldValue('when', value as MaintenanceValues['when'])}
      />
      <PlatformChips
        platforms={platforms}
        value={ids}
        error={form.errors.platforms}
        onChange={(value) => form.setFieldValue('platforms', value)}
      />
      {when === 'now' ? (
        <EndFields form={form} now={now} />
      ) : (
        <PlannedFields form={form} now={now} />
      )}
      <Textarea
        label="Note"
        description="Shown to everybody, such as what is being done"
        maxLength={TEXT_MAX.note}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('note')}
      />
    </DialogForm>
  );
}

const initialValues = (chosen: readonly string[]): MaintenanceValues => ({
  platforms: [...chosen],
  when: 'now',
  end: '60',
  customEnd: '',
  plannedStart: '',
  plannedEnd: '',
  isWeekly: false,
  timeZone: deviceTimeZone(),
  note: '',
});
