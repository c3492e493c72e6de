import { Alert, Button, Group, Modal, NativeSelect, NumberInput, Stack, Text } from '@mantine/core';
import { isInRange, useForm } from '@mantine/form';
import { INCIDENTS } from '../../../contract/limits.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useRead } from '../../client/reads.ts';
import { configuredPlatforms } from '../../product.ts';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { Allowed } from '../shell/allowed.tsx';
import { ChoiceChips } from './platform-chips.tsx';
import { type DrillRequest, type Starting, useStartDrill } from './use-maintenance.ts';

interface DrillDialogProps extends DialogProps {
  /** Id of the platform that is chosen at first; undefined: the first one. */
  chosen: string | undefined;
}

/** The dialog with its data. */
export function DrillDialog(props: DrillDialogProps) {
  const platforms = useRead('connections').data ?? configuredPlatforms();
  return <DrillDialogView {...props} platforms={platforms} starting={useStartDrill()} />;
}

export interface DrillDialogViewProps extends DrillDialogProps {
  /** All of the mesh. */
  platforms: readonly Connection[];
  starting: Starting<DrillRequest>;
}

/** Starts a drill. A failure leaves everything as it was chosen. */
export function DrillDialogView(props: DrillDialogViewProps) {
  const { opened, starting, onClose } = props;
  const close = () => {
    starting.forgetProblem();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Start drill">
      <DrillForm {...props} onClose={close} />
    </Modal>
  );
}

const MINUTES_PRESETS = { '5': '5 min', '10': '10 min', '30': '30 min' };
const MINUTES_DEFAULT = 10;
const MINUTES_TEXT = `1 to ${INCIDENTS.drillMaxMinutes} minutes`;

function DrillForm({ chosen, platforms, starting, onClose }: DrillDialogViewProps) {
  const form = useForm({
    initialValues: { platform: chosen ?? '', minutes: MINUTES_DEFAULT as number | string },
    validate: {
      minutes: isInRange(
        { min: 1, max: INCIDENTS.drillMaxMinutes },
        `Enter a whole number, ${MINUTES_TEXT}`,
      ),
    },
  });
  const { platform, minutes } = form.values;
  const asked = platforms.find(({ id }) => id === platform) ?? platforms[0];

  async function start(): Promise<void> {
    if (!asked) return;
    if (await starting.onStart({ platform: asked.id, minutes: Number(minutes) })) onClose();
  }

  return (
    <form noValidate onSubmit={form.onSubmit(() => void start())}>
      <Stack gap="md">
        <Text size="sm">
          The platform pretends to be down. Displays, alerts and acknowledgement run as in a real
          incident, all of it marked DRILL. Nothing of it stays in the history.
        </Text>
        <NativeSelect
          label="Platform"
          data-autofocus={chosen === undefined ? true : undefined}
          data={platforms.map(({ id, name }) => ({ value: id, label: name }))}
          value={asked?.id ?? ''}
          onChange={({ currentTarget: { value } }) => form.setFieldValue('platform', value)}
        />
        <ChoiceChips
          label="Ends after"
          choices={MINUTES_PRESETS}
          value={String(minutes)}
          onChange={(value) => form.setFieldValue('minutes', Number(value))}
        />
        <NumberInput
          label="Minutes"
          description={MINUTES_TEXT}
          min={1}
          max={INCIDENTS.drillMaxMinutes}
          clampBehavior="none"
          allowDecimal={false}
          required
          {...form.getInputProps('minutes')}
        />
        {starting.problem ? (
          <Alert color="red" role="alert">
            {starting.problem}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Allowed call="startDrill">
            <Button
              type="submit"
              variant="filled"
              loading={starting.pending}
              disabled={!asked}
              data-autofocus={chosen === undefined ? undefined : true}
            >
              Start
            </Button>
          </Allowed>
        </Group>
      </Stack>
    </form>
  );
}
