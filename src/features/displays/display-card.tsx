import { Badge, Button, Card, Group, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { Display } from '../../../contract/shapes/display.ts';
import { ageText } from '../../shared/format.ts';
import { momentText } from '../../shared/moment.ts';

export interface DisplayCardProps {
  display: Display;
  /** An action on it is under way. */
  busy: boolean;
  /** The build of this page, to be compared with the display's. */
  ownBuild: string;
  /** Server time now, epoch milliseconds. */
  now: number;
  onFlash: (display: Display) => void;
  onReload: (display: Display) => void;
  onRevoke: (display: Display) => void;
}

/** One display: whether it is connected, what it runs, and what can be done with it. */
export function DisplayCard(props: DisplayCardProps) {
  const { display, busy, ownBuild, now, onFlash, onReload, onRevoke } = props;
  const { name, connected, approvedBy, createdAt } = display;
  const [confirming, setConfirming] = useState(false);
  return (
    <Card component="li" aria-label={name} padding="sm">
      <Group justify="space-between">
        <Text fw={600}>{name}</Text>
        <Badge color={connected ? 'green' : 'gray'}>{connected ? 'Connected' : 'Offline'}</Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {seenText(display, now)} · {versionText(display, ownBuild)} · approved by {approvedBy},{' '}
        {momentText(createdAt)}
      </Text>
      {confirming ? (
        <Group gap="xs" mt="sm">
          <Text size="sm">It will show a pairing code again.</Text>
          <Button size="xs" onClick={() => setConfirming(false)}>
            Cancel
          </Button>
          <Button
            size="xs"
            variant="filled"
            color="red"
            loading={busy}
            onClick={() => onRevoke(display)}
          >
            Revoke {name}
          </Button>
        </Group>
      ) : (
        <Group gap="xs" mt="sm">
          <OrderButton connected={connected} busy={busy} onOrder={() => onFlash(display)}>
            Flash
          </OrderButton>
          <OrderButton connected={connected} busy={busy} onOrder={() => onReload(display)}>
            Reload
          </OrderButton>
          <Button size="xs" onClick={() => setConfirming(true)}>
            Revoke
          </Button>
        </Group>
      )}
    </Card>
  );
}

interface OrderButtonProps {
  connected: boolean;
  busy: boolean;
  children: string;
  onOrder: () => void;
}

/** Stays reachable while it has no effect, so that the reason can be read. */
function OrderButton({ connected, busy, children, onOrder }: OrderButtonProps) {
  return (
    <Tooltip label="It is not connected." disabled={connected}>
      <Button
        size="xs"
        disabled={busy}
        {...(!connected && { 'data-disabled': true })}
        aria-disabled={!connected}
        onClick={() => connected && onOrder()}
      >
        {children}
      </Button>
    </Tooltip>
  );
}

function seenText({ connected, seenAt }: Display, now: number): string {
  if (seenAt === null) return 'Never seen';
  return connected ? `Here since ${momentText(seenAt)}` : `Last seen ${ageText(seenAt, now)}`;
}

function versionText({ build }: Display, ownBuild: string): string {
  if (build === null) return 'version unknown';
  return build === ownBuild ? `version ${build}, up to date` : `version ${build}, not this one`;
}
