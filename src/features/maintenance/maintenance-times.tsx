import { Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { timeText } from '../../domain/moment.ts';
import {
  deviceTimeZone,
  epochIn,
  inputTextIn,
  periodText,
  timeZones,
} from '../../domain/zoned-time.ts';
import { ChoiceChips } from '../../ui/platform-chips.tsx';
import { END_PRESETS, endOf, type MaintenanceValues } from './maintenance-form.ts';

interface TimeFieldsProps {
  form: UseFormReturnType<MaintenanceValues>;
  /** Server time now, epoch milliseconds. */
  now: number;
}

const END_CHOICES = {
  ...Object.fromEntries(Object.entries(END_PRESETS).map(([end, { label }]) => [end, label])),
  custom: 'Other',
};

/** The end of a window that starts now. */
export function EndFields({ form, now }: TimeFieldsProps) {
  const { end, timeZone } = form.values;
  const endsAt = endOf(form.values, now);
  return (
    <Stack gap="xs">
      <ChoiceChips
        label="Ends after"
        choices={END_CHOICES}
        value={end}
        onChange={(value) => form.setFieldValue('end', value as MaintenanceValues['end'])}
      />
      {end === 'custom' ? (
        <TextInput
          label="End"
          type="datetime-local"
          required
          min={inputTextIn(timeZone, now)}
          {...form.getInputProps('customEnd')}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {endsAt === undefined ? '' : `Until ${timeText(endsAt)}`}
        </Text>
      )}
    </Stack>
  );
}

/** Start and end of a window ahead, and whether it comes again every week. */
export function PlannedFields({ form, now }: TimeFieldsProps) {
  const { isWeekly, timeZone } = form.values;
  const own = deviceTimeZone();
  return (
    <Stack gap="xs">
      <Group gap="sm" align="start" grow preventGrowOverflow={false} wrap="wrap">
        {(['Start', 'End'] as const).map((label) => (
          <TextInput
            key={label}
            label={label}
            type="datetime-local"
            required
            miw="12rem"
            min={inputTextIn(timeZone, now)}
            {...form.getInputProps(`planned${label}`)}
          />
        ))}
      </Group>
      <Checkbox
        label="Every week"
        mih="var(--control-height-small)"
        checked={isWeekly}
        onChange={({ currentTarget: { checked } }) => {
          form.setFieldValue('isWeekly', checked);
          if (!checked) form.setFieldValue('timeZone', own);
        }}
      />
      {isWeekly ? (
        <NativeSelect
          label="Time zone"
          description="The times are of this zone, summer and winter"
          data={timeZones()}
          {...form.getInputProps('timeZone')}
        />
      ) : null}
      {timeZone === own ? null : <OwnTimes values={form.values} />}
    </Stack>
  );
}

/** What the times of another zone are for the reader. */
function OwnTimes({
  values: { timeZone, plannedStart, plannedEnd },
}: {
  values: MaintenanceValues;
}) {
  const startsAt = epochIn(timeZone, plannedStart);
  const endsAt = epochIn(timeZone, plannedEnd);
  if (startsAt === undefined || endsAt === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      {periodText(startsAt, endsAt)} in your time zone
    </Text>
  );
}
