import { Checkbox, Group, Modal, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { TEXT_MAX } from '../../../contract/limits.ts';
import type { RulePayload } from '../../../contract/sent/alert.ts';
import type { Channel, Rule } from '../../../contract/shapes/alert.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import {
  afterOptions,
  type RuleValues,
  repeatOptions,
  ruleErrors,
  rulePayload,
  ruleValues,
} from './rule-form.ts';

interface RuleDialogProps extends DialogProps {
  /** That is changed; undefined: a new one. */
  rule: Rule | undefined;
  channels: readonly Channel[];
  platforms: readonly Pick<Connection, 'id' | 'name'>[];
  /** @returns why it was refused; undefined: it is saved */
  onSave: (payload: RulePayload) => Promise<string | undefined>;
}

/** When whom to alert. */
export function RuleDialog(props: RuleDialogProps) {
  const { opened, rule, onClose } = props;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      keepMounted={false}
      size="lg"
      title={rule ? `Change ${rule.name}` : 'Add a rule'}
    >
      <RuleFields {...props} />
    </Modal>
  );
}

const STATUS_OPTIONS = [
  { value: 'error', label: 'Down' },
  { value: 'warning', label: 'Late or down' },
];

function RuleFields({ rule, channels, platforms, onSave, onClose }: RuleDialogProps) {
  const form = useForm<RuleValues>({ initialValues: ruleValues(rule), validate: ruleErrors });
  const timeZone = rule?.quiet?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { everywhere, hasQuiet } = form.values;
  return (
    <DialogForm
      form={form}
      failed="The rule was not saved"
      submit="Save rule"
      onSave={(values) => onSave(rulePayload(values, timeZone))}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={TEXT_MAX.alertName}
        {...form.getInputProps('name')}
      />
      <Group grow align="end">
        <NativeSelect
          label="A platform is"
          data={STATUS_OPTIONS}
          {...form.getInputProps('status')}
        />
        <NativeSelect
          label="Alert"
          data={afterOptions(form.values.afterSec)}
          {...form.getInputProps('afterSec')}
        />
        <NativeSelect
          label="Repeat until acknowledged"
          data={repeatOptions(form.values.repeatMin)}
          {...form.getInputProps('repeatMin')}
        />
      </Group>
      <Switch label="Say too when it is back" {...checked(form, 'recovered')} />
      <Stack gap="xs">
        <Switch label="All platforms, also new ones" {...checked(form, 'everywhere')} />
        {everywhere ? null : (
          <Choice
            label="Platforms"
            options={platforms.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('platforms')}
          />
        )}
      </Stack>
      <Choice
        label="Channels"
        options={channels.map(({ id, name, enabled }) => ({
          value: id,
          label: enabled ? name : `${name} (off)`,
        }))}
        {...form.getInputProps('channels')}
      />
      <Stack gap="xs">
        <Switch
          label="Quiet hours"
          description={`Alerts wait for their end and are sent if they are still true. Times in ${timeZone}.`}
          {...checked(form, 'hasQuiet')}
        />
        {hasQuiet ? (
          <Group grow>
            <TextInput label="From" type="time" required {...form.getInputProps('quietFrom')} />
            <TextInput label="To" type="time" required {...form.getInputProps('quietTo')} />
          </Group>
        ) : null}
      </Stack>
    </DialogForm>
  );
}

const checked = (
  form: Pick<UseFormReturnType<RuleValues>, 'getInputProps'>,
  field: keyof RuleValues,
) => form.getInputProps(field, { type: 'checkbox' });

interface ChoiceProps {
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
}

function Choice({ label, options, ...field }: ChoiceProps) {
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
