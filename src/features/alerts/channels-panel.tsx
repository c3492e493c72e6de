import { Badge, Button, Card, EmptyState, Group, Stack, Text } from '@mantine/core';
import { IconBellPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Channel, PUSH_CHANNEL } from '../../../contract/shapes/alert.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Allowed } from '../shell/allowed.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { channelPayload, channelValues, TEMPLATES } from './channel-form.ts';
import { deliveryState } from './delivery-state.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import type { AlertActions } from './use-alert-actions.ts';

interface ChannelsPanelProps {
  channels: DataRead<readonly Channel[]>;
  actions: AlertActions;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Who is reached, what was last sent to them, and what went wrong. */
export function ChannelsPanel({ channels, actions, now }: ChannelsPanelProps) {
  /** 'new', or the id of the one that is changed. */
  const [edited, setEdited] = useState<string>();
  const [removed, setRemoved] = useState<Channel>();
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
      room="9.75rem"
      lines={2}
      now={now}
    >
      {(list) => (
        <>
          <Stack component="ul" gap="sm">
            {list.map((channel) => (
              <ChannelCard
                key={channel.id}
                channel={channel}
                actions={actions}
                onChange={() => setEdited(channel.id)}
                onRemove={() => setRemoved(channel)}
                now={now}
              />
            ))}
          </Stack>
          {list.length === 0 ? (
            <EmptyState title="No channels yet" icon={<IconBellPlus />} />
          ) : null}
          <ChannelDialog
            opened={edited !== undefined}
            channel={changed}
            onSave={(payload) => actions.saveChannel(changed?.id, payload)}
            onClose={() => setEdited(undefined)}
          />
          <ConfirmDialog
            opened={removed !== undefined}
            title={`Remove ${removed?.name ?? 'the channel'}?`}
            text="Nobody is alerted by it any more. Its settings and secrets are deleted, and rules forget it."
            confirm="Remove channel"
            pending={actions.busyWith === removed?.id}
            onConfirm={() => {
              if (removed) actions.removeChannel(removed);
              setRemoved(undefined);
            }}
            onClose={() => setRemoved(undefined)}
          />
        </>
      )}
    </ReadPanel>
  );
}

interface ChannelCardProps extends Pick<ChannelsPanelProps, 'actions' | 'now'> {
  channel: Channel;
  onChange: () => void;
  onRemove: () => void;
}

function ChannelCard({ channel, actions, onChange, onRemove, now }: ChannelCardProps) {
  const { id, name, enabled, target } = channel;
  const isPush = id === PUSH_CHANNEL;
  return (
    <Card component="li" aria-label={name} padding="sm">
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {kindText(channel)} · {target}
          </Text>
        </div>
        {isPush ? null : (
          <Allowed call="changeAlertChannel">
            <EnabledSwitch
              name={name}
              enabled={enabled}
              disabled={actions.busyWith === id}
              onChange={() =>
                void actions.saveChannel(id, {
                  ...channelPayload(channelValues(channel)),
                  enabled: !enabled,
                })
              }
            />
          </Allowed>
        )}
      </Group>
      <LastDelivery channel={channel} now={now} />
      <Group gap="xs" mt="sm">
        <Allowed call="testAlertChannel">
          <Button
            size="xs"
            loading={actions.testing === id}
            onClick={() => actions.testChannel(channel)}
          >
            Send a test
          </Button>
        </Allowed>
        {isPush ? null : (
          <>
            <Allowed call="changeAlertChannel">
              <Button size="xs" onClick={onChange}>
                Change
              </Button>
            </Allowed>
            <Allowed call="removeAlertChannel">
              <Button size="xs" onClick={onRemove}>
                Remove
              </Button>
            </Allowed>
          </>
        )}
      </Group>
    </Card>
  );
}

function LastDelivery({ channel, now }: Pick<ChannelCardProps, 'channel' | 'now'>) {
  const { lastDelivery, lastError } = channel;
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
          <TimeAgo c="dimmed" span at={lastDelivery.triedAt ?? lastDelivery.at} now={now} />
        </Text>
      </Group>
      {lastError === null ? null : (
        <Text size="sm" c="yellow" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          Last error <TimeAgo span at={lastError.at} now={now} />: {lastError.text}
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
