import { Group, NativeSelect, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { TEXT_MAX } from '../../../contract/limits.ts';
import type { Channel } from '../../../contract/shapes/alert.ts';
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
import { ChannelTexts } from './channel-texts.tsx';

interface ChannelDialogProps extends DialogProps {
  /** That is changed; undefined: a new one. */
  channel: Channel | undefined;
  /** An older server knows the built-in texts alone. */
  hasTexts: boolean;
}

/** Where alerts are sent by e-mail, or to which service. */
export const ChannelDialog = formDialog(ChannelForm, ({ channel }: ChannelDialogProps) => ({
  size: 'lg',
  title: channel ? `Change ${channel.name}` : 'Add a channel',
}));

type ChannelFormType = UseFormReturnType<ChannelValues>;

function ChannelForm({ channel, hasTexts, onClose }: ChannelDialogProps) {
  const addition = useAction('addAlertChannel', { success: 'Channel added' });
  const change = useAction('changeAlertChannel', { success: 'Channel changed' });
  const form = useForm<ChannelValues>({
    initialValues: channelValues(channel),
    validate: (values) => channelErrors(values, channel === undefined),
  });
  const { kind, template } = form.values;
  return (
    <DialogForm
      form={form}
      failed="The channel was not saved"
      submit="Save channel"
      onSave={(values) => {
        const payload = channelPayload(values, hasTexts);
        if (channel === undefined) return addition.mutateAsync(payload);
        return change.mutateAsync({ ...payload, params: { id: channel.id } });
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
        type="email"
        required
        autoComplete="off"
        maxLength={TEXT_MAX.email}
        {...form.getInputProps('from')}
      />
      <TextInput
        label="To"
        description="One or more addresses, with commas between them"
        required
        autoComplete="off"
        {...form.getInputProps('to')}
      />
    </>
  );
}

function WebhookFields({ form, channel }: FieldsProps) {
  const { urlHint, secret } = TEMPLATES[form.values.template];
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
          description={channel?.hasSigningKey ? KEPT : 'Stored encrypted, never shown again'}
          autoComplete="new-password"
          maxLength={TEXT_MAX.alertSecret}
          {...form.getInputProps('signingKey')}
        />
      )}
    </>
  );
}
