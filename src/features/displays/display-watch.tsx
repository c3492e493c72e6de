import { Group, Stack, Switch, TextInput } from '@mantine/core';
import type { Display, DisplayWatch } from '../../../contract/shapes/display.ts';
import { useAction } from '../../console/actions.ts';
import { Allowed } from '../../ui/allowed.tsx';

interface DisplayWatchFormProps {
  display: Display;
  watch: DisplayWatch;
}

const WORKING_HOURS = { from: '08:00', to: '18:00' } as const;
const ENDS = ['from', 'to'] as const;

/** Whether a display that is not well is an incident, and when it should be on. Each change is saved at once. */
export function DisplayWatchForm({ display, watch: { alert, hours } }: DisplayWatchFormProps) {
  const { isPending, mutate } = useAction('watchDisplay', {
    failure: 'The display was not changed',
  });
  const save = (change: Partial<DisplayWatch>) =>
    mutate({ params: { id: display.id }, alert, hours, ...change });
  const { timeZone: ownZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Stack gap="xs" mt="sm">
      <Allowed call="watchDisplay">
        <Switch
          label="Alert when it is not well"
          description="An incident, of which rules about displays alert. Without it a notice alone."
          checked={alert}
          disabled={isPending}
          onChange={() => save({ alert: !alert })}
        />
      </Allowed>
      <Allowed call="watchDisplay">
        <Switch
          label="On at certain hours only"
          {...(hours && { description: `Times in ${hours.timeZone}.` })}
          checked={hours !== null}
          disabled={isPending}
          onChange={() => save({ hours: hours ? null : { ...WORKING_HOURS, timeZone: ownZone } })}
        />
      </Allowed>
      {hours === null ? null : (
        <Group gap="xs">
          {ENDS.map((end) => (
            <Allowed key={end} call="watchDisplay">
              <TextInput
                type="time"
                label={end === 'from' ? 'From' : 'To'}
                defaultValue={hours[end]}
                disabled={isPending}
                onBlur={({ currentTarget: { value } }) => {
                  if (value !== '' && value !== hours[end])
                    save({ hours: { ...hours, [end]: value } });
                }}
              />
            </Allowed>
          ))}
        </Group>
      )}
    </Stack>
  );
}
