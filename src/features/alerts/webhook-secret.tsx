import { Group, NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Channel } from '../../../contract/shapes/alert.ts';
import { useAction } from '../../console/actions.ts';
import { useServerNow } from '../../console/connection.ts';
import { momentText } from '../../domain/moment.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { ConfirmButton } from '../../ui/confirm-dialog.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { RevealDialog } from '../../ui/reveal-dialog.tsx';
import { channelPayload, channelValues } from './channel-form.ts';

/** Makes a new signing secret for a webhook of JSON, and shows it this once. */
export function NewSecretDialog({ channel, ...dialog }: DialogProps & { channel: Channel }) {
  return (
    <RevealDialog
      {...dialog}
      size="lg"
      title={`New secret for ${channel.name}`}
      revealedTitle="The new secret"
      advice="Copy it to the receiver now: it is not shown again."
      form={(onMade) => <SecretFields {...{ channel, onMade }} onClose={dialog.onClose} />}
    >
      {(secret) => <CopyField label="Signing secret" value={secret} isFocused />}
    </RevealDialog>
  );
}

const KEEP_CHOICES = [
  { value: '24', label: '24 hours' },
  { value: '1', label: '1 hour' },
  { value: '168', label: '7 days' },
  { value: '0', label: 'End it now' },
];

interface SecretFieldsProps extends Pick<DialogProps, 'onClose'> {
  channel: Channel;
  onMade: (secret: string) => void;
}

function SecretFields({ channel, onMade, onClose }: SecretFieldsProps) {
  const change = useAction('changeAlertChannel');
  const form = useForm({ initialValues: { keepHours: '24' } });
  return (
    <DialogForm
      form={form}
      failed="No secret was made"
      submit="Make a secret"
      onSave={({ keepHours }) =>
        change
          .mutateAsync(changeOf(channel, { newSecret: true, keepOldHours: Number(keepHours) }))
          .then(({ signingKey = '' }) => onMade(signingKey))
      }
      onClose={onClose}
      staysOpen
    >
      {channel.hasSigningKey ? (
        <NativeSelect
          label="The old secret stays valid for"
          description="Meanwhile messages are signed with both"
          data={KEEP_CHOICES}
          {...form.getInputProps('keepHours')}
        />
      ) : (
        <Text size="sm">From then on messages are signed as Standard Webhooks asks for.</Text>
      )}
    </DialogForm>
  );
}

const EXPIRY_EVERY_MS = 5000;

/** Until when the old secret signs too, and a button that ends it. */
export function OldSecret({ channel }: { channel: Channel }) {
  const { name, oldSecretUntil = 0 } = channel;
  const now = useServerNow(EXPIRY_EVERY_MS);
  const end = useAction('changeAlertChannel', {
    success: 'The old secret is over',
    failure: 'The old secret could not be ended',
  });
  if (oldSecretUntil <= now) return null;
  return (
    <Group gap="xs">
      <Text size="sm">The old secret signs too until {momentText(oldSecretUntil)}.</Text>
      <Allowed call="changeAlertChannel">
        <ConfirmButton
          size="xs"
          loading={end.isPending}
          question={{
            title: `End the old secret of ${name}?`,
            text: 'A receiver that does not know the new one yet refuses what comes.',
            confirm: 'End it now',
          }}
          onConfirm={() => end.mutate(changeOf(channel, { keepOldHours: 0 }))}
        >
          End it now
        </ConfirmButton>
      </Allowed>
    </Group>
  );
}

/** The channel as it is, and what becomes of its secrets. */
const changeOf = (channel: Channel, secrets: { newSecret?: boolean; keepOldHours: number }) => ({
  ...channelPayload(channelValues(channel)),
  ...secrets,
  params: { id: channel.id },
});
