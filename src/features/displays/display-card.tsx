import { Badge, Button, Card, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Display } from '../../../contract/shapes/display.ts';
import { ownBuild } from '../../product.ts';
import { ageText } from '../../shared/format.ts';
import { momentText } from '../../shared/moment.ts';
import { Allowed } from '../shell/allowed.tsx';
import type { DisplayActions } from './use-displays.ts';

interface DisplayCardProps extends Omit<DisplayActions, 'onApprove'> {
  display: Display;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** One display: whether it is connected, what it runs, and what can be done with it. */
export function DisplayCard(props: DisplayCardProps) {
  const { display, busyWith, now, onFlash, onReload, onRevoke } = props;
  const { id, name, connected, approvedBy, createdAt } = display;
  const busy = busyWith === id;
  const [confirming, setConfirming] = useState(false);
  return (
    <Card component="li" aria-label={name} padding="sm">
      <Group justify="space-between">
        <Text fw={600}>{name}</Text>
        <Badge color={connected ? 'green' : 'gray'}>{connected ? 'Connected' : 'Offline'}</Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {seenText(display, now)} · {versionText(display)} · approved by {approvedBy},{' '}
        {momentText(createdAt)}
      </Text>
      <Group gap="xs" mt="sm">
        {confirming ? (
          <>
            <Text size="sm">It will show a pairing code again.</Text>
            <Button size="xs" onClick={() => setConfirming(false)}>
              Cancel
            </Button>
            <Allowed call="revokeDisplay">
              <Button
                size="xs"
                variant="filled"
                color="red"
                loading={busy}
                onClick={() => onRevoke(display)}
              >
                Revoke {name}
              </Button>
            </Allowed>
          </>
        ) : (
          <>
            {Object.entries({ Flash: onFlash, Reload: onReload }).map(([order, onOrder]) => (
              // Stays reachable while it has no effect, so that the reason can be read.
              <Allowed
                key={order}
                call="orderDisplay"
                unless={connected ? undefined : 'It is not connected.'}
              >
                <Button size="xs" disabled={busy} onClick={() => onOrder(display)}>
                  {order}
                </Button>
              </Allowed>
            ))}
            <Allowed call="revokeDisplay">
              <Button size="xs" onClick={() => setConfirming(true)}>
                Revoke
              </Button>
            </Allowed>
          </>
        )}
      </Group>
    </Card>
  );
}

function seenText({ connected, seenAt }: Display, now: number): string {
  if (seenAt === null) return 'Never seen';
  return connected ? `Here since ${momentText(seenAt)}` : `Last seen ${ageText(seenAt, now)}`;
}

function versionText({ build }: Display): string {
  if (build === null) return 'version unknown';
  return build === ownBuild() ? `version ${build}, up to date` : `version ${build}, not this one`;
}
