import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DUTY_CHANNEL, STEPS_MAX } from '../../../contract/channels.ts';
import type { Channel } from '../../../contract/shapes/alert.ts';
import { OrderButtons } from '../../ui/order-buttons.tsx';
import { channelText } from './channel-text.ts';
import { nextStepMin, type RuleValues, stepOptions } from './rule-form.ts';

interface RuleStepsProps {
  form: UseFormReturnType<RuleValues>;
  channels: readonly Channel[];
  /** The rule may have more than one step. */
  hasSteps: boolean;
}

/** Whom each step alerts, and when. */
export function RuleSteps({ form, channels, hasSteps }: RuleStepsProps) {
  const { steps } = form.values;
  const count = steps.length + 1;
  const chosen = [form.values.channels, ...steps.map((step) => step.channels)];
  const ids = new Set([...channels.map(({ id }) => id), ...chosen.flat()]);
  const isOff = (id: string) => channels.find((one) => one.id === id)?.enabled === false;
  const options = [...ids].map((value) => ({
    value,
    label: `${channelText(channels, value)}${isOff(value) ? ' (off)' : ''}`,
  }));
  const fieldOf = (number: number) =>
    number === 1 ? 'channels' : (`steps.${number - 2}.channels` as const);
  /** Their times stay: whom they alert changes places. */
  function swap(one: number, other: number): void {
    form.setFieldValue(fieldOf(one), chosen[other - 1] ?? []);
    form.setFieldValue(fieldOf(other), chosen[one - 1] ?? []);
  }
  return (
    <>
      <Choice
        label={count === 1 ? 'Channels' : 'Step 1: channels'}
        options={options}
        {...form.getInputProps('channels')}
      />
      {steps.map((step, index) => {
        const number = index + 2;
        return (
          <Stack key={number} gap="xs">
            <NativeSelect
              label={`Step ${number} comes`}
              description="Half of that while nobody has seen the incident; at once if no alert before it arrived"
              data={stepOptions(step.afterMin)}
              {...form.getInputProps(`steps.${index}.afterMin`)}
            />
            <Choice
              label={`Step ${number}: channels`}
              options={options}
              {...form.getInputProps(fieldOf(number))}
            />
            <OrderButtons
              name={`step ${number}`}
              place={number - 1}
              count={count}
              onMove={(to) => swap(number, to + 1)}
              onOut={() => form.removeListItem('steps', index)}
            />
          </Stack>
        );
      })}
      {hasSteps ? (
        <Stack gap={4}>
          <Button
            mr="auto"
            disabled={count >= STEPS_MAX}
            onClick={() =>
              form.insertListItem('steps', { afterMin: nextStepMin(steps), channels: [] })
            }
          >
            Add a step
          </Button>
          <Text size="sm" c="dimmed">
            Later steps alert only while nobody is on the incident, not in maintenance, and not once
            the platform is back.
            {ids.has(DUTY_CHANNEL)
              ? ''
              : ' To alert who is on duty, set up a rota on Shift handover.'}
          </Text>
        </Stack>
      ) : null}
    </>
  );
}

interface ChoiceProps {
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
}

export function Choice({ label, options, ...field }: ChoiceProps) {
  return (
    <Checkbox.Group label={label} {...field}>
      <Group gap="md" mt="xs">
        {options.map((option) => (
          <Checkbox key={option.value} {...option} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
