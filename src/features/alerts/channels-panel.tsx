import { Badge, Button, Card, EmptyState, Group, Stack, Text } from '@mantine/core';
import { IconBellPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { DUTY_CHANNEL, PUSH_CHANNEL } from '../../../contract/channels.ts';
import type { Channel } from '../../../contract/shapes/alert.ts';
import { useAction } from '../../console/actions.ts';
import { useRead } from '../../console/reads.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { ConfirmButton } from '../../ui/confirm-dialog.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { channelPayload, channelValues, TEMPLATES } from './channel-form.ts';
import { devicesText } from './channel-text.ts';
import { deliveryState } from './delivery-state.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import { TurnOnHere } from './turn-on-here.tsx';
import { NewSecretButton, OldSecret } from './webhook-secret.tsx';

/** Who is reached, what was last sent to them, and what went wrong. */
export function ChannelsPanel() {
  const channels = useRead('alertChannels');
  /** 'new', or the id of the one that is changed. */
  const [edited, setEdited] = useState<string>();
  const changed = channels.data?.find(({ id }) => id === edited);
  return (
    <ReadPanel
      title="Channels"
      description="Who is alerted, and by what way"
      actions={
        <Allowed call="addAlertChannel">
          <Button leftSection={<IconBellPlus size={18} />} onClick={() => setEdited('new')}>
            Add a channel
          </Button>
        </Allowed>
      }
      read={channels}
      failed="The channels could not be read"
      room="16rem"
      lines={2}
    >
      {(list) => (
        <>
          {/* What may be done about each is known later. */}
          <Stack component="ul" gap="sm" mih={{ base: '14rem', md: '9.75rem' }}>
            {list.map((channel) =>
              // The rota is set up where shifts are handed over.
              channel.id === DUTY_CHANNEL ? null : (
                <ChannelCard
                  key={channel.id}
                  channel={channel}
                  onChange={() => setEdited(channel.id)}
                />
              ),
            )}
          </Stack>
          {list.length === 0 ? (
            <EmptyState
              title="No channels yet"
              description="Add a mailbox, a webhook or a chat that rules can alert."
              icon={<IconBellPlus />}
            />
          ) : null}
          <ChannelDialog
            opened={edited !== undefined}
            channel={changed}
            hasTexts={list.some(({ texts }) => texts !== undefined)}
            onClose={() => setEdited(undefined)}
          />
        </>
      )}
    </ReadPanel>
  );
}

interface ChannelCardProps {
  channel: Channel;
  onChange: () => void;
}

function ChannelCard({ channel, onChange }: ChannelCardProps) {
  const { id, name, enabled, target, devices, texts } = channel;
  const params = { id };
  const isPush = id === PUSH_CHANNEL;
  const change = useAction('changeAlertChannel', {
    success: 'Channel changed',
    failure: 'The channel could not be changed',
  });
  const removal = useAction('removeAlertChannel', {
    success: 'Channel removed',
    failure: 'The channel could not be removed',
  });
  const test = useAction('testAlertChannel', {
    success: ({ delivery: { state, error } }) =>
      state === 'sent'
        ? 'Test sent'
        : { severity: 'error', title: 'The test was not sent', message: error ?? state },
    failure: 'The test was not sent',
  });
  return (
    <Card component="li" aria-label={name} padding="sm">
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {kindText(channel)} · {target}
            {devices ? `: ${devicesText(devices)} now` : null}
          </Text>
        </div>
        {isPush ? null : (
          <Allowed call="changeAlertChannel">
            <EnabledSwitch
              name={name}
              enabled={enabled}
              disabled={change.isPending || removal.isPending}
              onChange={() =>
                change.mutate({
                  ...channelPayload(channelValues(channel)),
                  ...{ params, enabled: !enabled },
                })
              }
            />
          </Allowed>
        )}
      </Group>
      {isPush && (devices === 0 || test.isError) ? (
        <Group gap="xs" mt="xs">
          <Text size="sm" c="yellow" fw={500}>
            {devices === 0 ? '0 devices are subscribed.' : 'No device of yours was reached.'}
          </Text>
          <TurnOnHere />
        </Group>
      ) : null}
      <LastDelivery channel={channel} />
      {texts?.failure ? (
        <Text size="sm" c="yellow" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          The built-in text was sent <TimeAgo span at={texts.failure.at} />: its own failed.{' '}
          {texts.failure.text}
        </Text>
      ) : null}
      <OldSecret channel={channel} />
      <Group gap="xs" mt="sm">
        <Allowed call="testAlertChannel">
          <Button size="xs" loading={test.isPending} onClick={() => test.mutate({ params })}>
            Send a test
          </Button>
        </Allowed>
        <ChangeButton channel={channel} onChange={onChange} />
        {isPush ? null : (
          <>
            {channel.template === 'json' ? <NewSecretButton channel={channel} /> : null}
            <Allowed call="removeAlertChannel">
              <ConfirmButton
                size="xs"
                question={{
                  title: `Remove ${name}?`,
                  text: 'Nobody is alerted by it any more. Its settings and secrets are deleted, and rules forget it.',
                  confirm: 'Remove channel',
                }}
                onConfirm={() => removal.mutate({ params })}
              >
                Remove
              </ConfirmButton>
            </Allowed>
          </>
        )}
      </Group>
    </Card>
  );
}

/** Of web push only the texts can be changed, where the server has them. */
function ChangeButton({ channel: { id, texts }, onChange }: ChannelCardProps) {
  const isPush = id === PUSH_CHANNEL;
  if (isPush && texts === undefined) return null;
  return (
    <Allowed call="changeAlertChannel">
      <Button size="xs" onClick={onChange}>
        {isPush ? 'Texts' : 'Change'}
      </Button>
    </Allowed>
  );
}

function LastDelivery({ channel: { lastDelivery, lastError } }: { channel: Channel }) {
  if (lastDelivery === null)
    return (
      <Text size="sm" c="dimmed" mt="xs">
        Nothing sent yet
      </Text>
    );
  const { label, color } = deliveryState(lastDelivery);
  return (
    <>
      <Group gap="xs" mt="xs">
        <Badge color={color}>{label}</Badge>
        <Text size="sm">
          {lastDelivery.title}{' '}
          <TimeAgo c="dimmed" span at={lastDelivery.triedAt ?? lastDelivery.at} />
        </Text>
      </Group>
      {lastError === null ? null : (
        <Text size="sm" c="yellow" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          Last error <TimeAgo span at={lastError.at} />: {lastError.text}
        </Text>
      )}
    </>
  );
}

function kindText({ kind, template }: Channel): string {
  if (kind === 'push') return 'Web push';
  if (kind === 'email') return 'E-mail';
  const known = Object.entries(TEMPLATES).find(([name]) => name === template);
  return `Webhook, ${known?.[1].label ?? template ?? 'unknown'}`;
}
