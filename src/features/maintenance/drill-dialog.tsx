import { NativeSelect, NumberInput, Text } from '@mantine/core';
import { isInRange, useForm } from '@mantine/form';
import { INCIDENTS } from '../../../contract/limits.ts';
import { useAction } from '../../console/actions.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { useReadData } from '../../console/reads.ts';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { ChoiceChips } from '../../ui/platform-chips.tsx';

interface DrillDialogProps extends DialogProps {
  /** Id of the platform that is chosen at first; undefined: the first one. */
  chosen: string | undefined;
}

/** Starts a drill. */
export const DrillDialog = formDialog(DrillForm, () => ({ title: 'Start drill' }));

const MINUTES_PRESETS = { '5': '5 min', '10': '10 min', '30': '30 min' };
const MINUTES_DEFAULT = 10;
const MINUTES_TEXT = `1 to ${INCIDENTS.drillMaxMinutes} minutes`;

function DrillForm({ chosen, onClose }: DrillDialogProps) {
  const platforms = useKnownPlatforms();
  const start = useAction('startDrill', { success: 'Drill started' });
  const rules = useReadData('alertRules') ?? [];
  const steps = rules.flatMap(({ enabled, steps: later }) => (enabled ? (later ?? []) : []));
  const last = Math.max(0, ...steps.map(({ afterMin }) => afterMin));
  const form = useForm({
    initialValues: { platform: chosen ?? '', minutes: MINUTES_DEFAULT as number | string },
    validate: {
      minutes: isInRange(
        { min: 1, max: INCIDENTS.drillMaxMinutes },
        `Enter a whole number, ${MINUTES_TEXT}`,
      ),
    },
  });
  const platform = platforms.some(({ id }) => id === form.values.platform)
    ? form.values.platform
    : (platforms[0]?.id ?? '');
  return (
    <DialogForm
      form={form}
      submit="Start"
      call="startDrill"
      isReady={chosen !== undefined}
      disabled={platform === ''}
      onSave={({ minutes }) => start.mutateAsync({ platform, minutes: Number(minutes) })}
      onClose={onClose}
    >
      <Text size="sm">
        The platform pretends to be down. Displays, alerts and acknowledgement run as in a real
        incident, all of it marked DRILL. Nothing of it stays in the history.
      </Text>
      {last > 0 ? (
        <Text size="sm">
          Rules run with all their steps, to real people: until somebody is on it, the last step
          comes {last} min after the first, or after {last / 2} min while nobody has seen it.
          {Number(form.values.minutes) > last ? '' : ' This drill ends before that.'}
        </Text>
      ) : null}
      <NativeSelect
        label="Platform"
        data-autofocus={chosen === undefined ? true : undefined}
        data={platforms.map(({ id, name }) => ({ value: id, label: name }))}
        value={platform}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('platform', value)}
      />
      <ChoiceChips
        label="Ends after"
        choices={MINUTES_PRESETS}
        value={String(form.values.minutes)}
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
    </DialogForm>
  );
}
