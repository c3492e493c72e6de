import { Group, NativeSelect, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Channel, Rule } from '../../../contract/shapes/alert.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import {
  type ChannelValues,
  channelErrors,
  channelPayload,
  channelValues,
  SECURITY_LABELS,
  TEMPLATES,
} from './channel-form.ts';
import { ChannelRules, chosenRules, mainChoice } from './channel-rules.tsx';
import { ChannelTexts } from './channel-texts.tsx';
import { usePutIntoRules } from './use-put-into-rules.ts';

interface ChannelDialogProps extends DialogProps {
  /** That is changed; undefined: a new one. */
  channel: Channel | undefined;
  /** A new one is put into those that are chosen. */
  rules: readonly Rule[];
  /** An older server knows the built-in texts alone. */
  hasTexts: boolean;
}

/** Where alerts are sent by e-mail, or to which service. */
export const ChannelDialog = formDialog(ChannelForm, ({ channel }: ChannelDialogProps) => ({
  size: 'lg',
  title: channel ? `Change ${channel.name}` : 'Add a channel',
}));

type ChannelFormType = UseFormReturnType<ChannelValues>;

function ChannelForm({ channel, rules, hasTexts, onClose }: ChannelDialogProps) {
  const addition = useAction('addAlertChannel', { success: 'Channel added' });
  const change = useAction('changeAlertChannel', { success: 'Channel changed' });
  const { put } = usePutIntoRules();
  const form = useForm<ChannelValues>({
    initialValues: channelValues(channel, [mainChoice(rules)]),
    validate: (values) => channelErrors(values, channel === undefined),
  });
  const { kind, template } = form.values;
  return (
    <DialogForm
      form={form}
      failed="The channel was not saved"
      submit="Save channel"
      onSave={async (values) => {
        const payload = channelPayload(values, hasTexts);
        if (channel) return change.mutateAsync({ ...payload, params: { id: channel.id } });
        const { id } = await addition.mutateAsync(payload);
        // An older server does not answer it: the channel then stands in no rule, in red.
        return id && put(id, chosenRules(rules, values.rules));
      }}
      onClose={onClose}
    >
      {channel ? null : (
        <Segments
          fullWidth
          aria-label="Kind of channel"
          data={[
            { value: 'email', label: 'E-mail' },
            { value: 'webhook', label: 'Webhook or chat' },
          ]}
          value={kind}
          onChange={(chosen) => form.setFieldValue('kind', chosen)}
        />
      )}
      {kind === 'push' ? null : (
        <TextInput
          label="Name"
          description="As rules and the log of deliveries name it"
          required
          data-autofocus
          maxLength={TEXT_MAX.alertName}
          {...form.getInputProps('name')}
        />
      )}
      {kind === 'email' ? <EmailFields form={form} channel={channel} /> : null}
      {kind === 'webhook' ? <WebhookFields form={form} channel={channel} /> : null}
      {channel ? null : <ChannelRules form={form} rules={rules} />}
      {hasTexts && (kind !== 'webhook' || template !== 'json') ? (
        <ChannelTexts form={form} />
      ) : null}
    </DialogForm>
  );
}

interface FieldsProps {
  form: ChannelFormType;
  channel: Channel | undefined;
}

const KEPT = 'Leave empty to keep the present one';

function EmailFields({ form, channel }: FieldsProps) {
  return (
    <>
      <Group grow align="start">
        <TextInput
          label="Mail server"
          placeholder="smtp.mesh.example"
          required
          autoComplete="off"
          {...form.getInputProps('host')}
        />
        <NumberInput label="Port" min={1} max={65_535} required {...form.getInputProps('port')} />
      </Group>
      <NativeSelect
        label="Encryption"
        data={Object.entries(SECURITY_LABELS).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('security')}
      />
      <Group grow align="start">
        <TextInput
          label="Username"
          description="Empty: the server asks for none"
          autoComplete="off"
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label="Password"
          description={channel?.hasPassword ? KEPT : 'Stored encrypted, never shown again'}
          autoComplete="new-password"
          maxLength={TEXT_MAX.alertSecret}
          {...form.getInputProps('password')}
        />
      </Group>
      <TextInput
        label="From"
        inputMode="email"
        required
        autoComplete="off"
        maxLength={TEXT_MAX.email}
        {...form.getInputProps('from')}
      />
      <TextInput
        label="To"
        inputMode="email"
        description="One or more addresses, with commas between them"
        required
        autoComplete="off"
        {...form.getInputProps('to')}
      />
    </>
  );
}

function WebhookFields({ form, channel }: FieldsProps) {
  const { template } = form.values;
  const { urlHint, secret } = TEMPLATES[template];
  const noSecret =
    template === 'json'
      ? 'Empty: messages are not signed. The menu of the channel makes one later'
      : 'Stored encrypted, never shown again';
  return (
    <>
      <NativeSelect
        label="What it speaks"
        data={Object.entries(TEMPLATES).map(([value, { label }]) => ({ value, label }))}
        {...form.getInputProps('template')}
      />
      <TextInput
        label="Address"
        type="url"
        description={channel ? `${KEPT} (${channel.target})` : urlHint}
        required={channel === undefined}
        autoComplete="off"
        maxLength={2048}
        {...form.getInputProps('url')}
      />
      {secret === null ? null : (
        <PasswordInput
          label={secret}
          description={channel?.hasSigningKey ? KEPT : noSecret}
          autoComplete="new-password"
          maxLength={TEXT_MAX.alertSecret}
          {...form.getInputProps('signingKey')}
        />
      )}
    </>
  );
}
