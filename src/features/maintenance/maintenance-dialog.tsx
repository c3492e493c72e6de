import {
  Alert,
  Button,
  Group,
  Modal,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { TEXT_MAX } from '../../../contract/limits.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { configuredPlatforms } from '../../product.ts';
import { deviceTimeZone } from '../../shared/zoned-time.ts';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { Allowed } from '../shell/allowed.tsx';
import {
  type MaintenancePayload,
  type MaintenanceValues,
  maintenanceErrors,
  maintenancePayload,
} from './maintenance-form.ts';
import { EndFields, PlannedFields } from './maintenance-times.tsx';
import { PlatformChips } from './platform-chips.tsx';
import { type Starting, usePlanMaintenance } from './use-maintenance.ts';

const NOW_EVERY_MS = 1000;

interface MaintenanceDialogProps extends DialogProps {
  /** Ids of the platforms that are chosen at first. */
  chosen: readonly string[];
}

/** The dialog with its data. */
export function MaintenanceDialog(props: MaintenanceDialogProps) {
  const platforms = useRead('connections').data ?? configuredPlatforms();
  const now = useServerNow(NOW_EVERY_MS);
  const planning = usePlanMaintenance();
  return <MaintenanceDialogView {...props} platforms={platforms} planning={planning} now={now} />;
}

export interface MaintenanceDialogViewProps extends MaintenanceDialogProps {
  /** All of the mesh. */
  platforms: readonly Connection[];
  planning: Starting<MaintenancePayload>;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Starts a maintenance window, or plans one. A failure leaves everything as it was typed. */
export function MaintenanceDialogView(props: MaintenanceDialogViewProps) {
  const { opened, planning, onClose } = props;
  const close = () => {
    planning.forgetProblem();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Start maintenance" size="lg">
      <MaintenanceForm {...props} onClose={close} />
    </Modal>
  );
}

function MaintenanceForm(props: MaintenanceDialogViewProps) {
  const { chosen, platforms, planning, now, onClose } = props;
  const form = useForm<MaintenanceValues>({
    initialValues: initialValues(chosen),
    validate: (values) => maintenanceErrors(values, now),
  });
  const { when, platforms: ids } = form.values;
  const isReady = chosen.length > 0;

  async function start(values: MaintenanceValues): Promise<void> {
    if (await planning.onStart(maintenancePayload(values, now))) onClose();
  }

  return (
    <form noValidate onSubmit={form.onSubmit((values) => void start(values))}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Probes go on. Downtime counts as planned, and alerts are silent.
        </Text>
        <SegmentedControl
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
        {planning.problem ? (
          <Alert ref={scrollTo} color="red" role="alert">
            {planning.problem}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Allowed call="planMaintenance">
            <Button
              type="submit"
              variant="filled"
              loading={planning.pending}
              data-autofocus={isReady || undefined}
            >
              {when === 'now' ? 'Start' : 'Plan'}
            </Button>
          </Allowed>
        </Group>
      </Stack>
    </form>
  );
}

/** What a person has to read is on the screen, however long the form. */
const scrollTo = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'nearest' });

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
