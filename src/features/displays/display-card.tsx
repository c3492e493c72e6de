import { Badge, Button, Card, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Display } from '../../../contract/shapes/display.ts';
import { useAction } from '../../console/actions.ts';
import { useTimeText } from '../../console/connection.ts';
import { ownBuild } from '../../device/product.ts';
import { ageText } from '../../domain/format.ts';
import { momentText } from '../../domain/moment.ts';
import { Allowed } from '../../ui/allowed.tsx';

/** One display: whether it is connected, what it runs, and what can be done with it. */
export function DisplayCard({ display }: { display: Display }) {
  const { id, name, connected, approvedBy, createdAt } = display;
  const params = { id };
  const order = useAction('orderDisplay', { failure: 'The display could not be reached' });
  const revocation = useAction('revokeDisplay', {
    success: { title: 'Display revoked', message: name },
    failure: 'The display could not be revoked',
  });
  const busy = order.isPending || revocation.isPending;
  const [confirming, setConfirming] = useState(false);
  return (
    <Card component="li" aria-label={name} padding="sm">
      <Group justify="space-between">
        <Text fw={600}>{name}</Text>
        <Badge color={connected ? 'green' : 'gray'}>{connected ? 'Connected' : 'Offline'}</Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {useTimeText((now) => seenText(display, now))} · {versionText(display)} · approved by{' '}
        {approvedBy}, {momentText(createdAt)}
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
                onClick={() => revocation.mutate({ params })}
              >
                Revoke {name}
              </Button>
            </Allowed>
          </>
        ) : (
          <>
            {(['flash', 'reload'] as const).map((word) => (
              // Stays reachable while it has no effect, so that the reason can be read.
              <Allowed
                key={word}
                call="orderDisplay"
                unless={connected ? undefined : 'It is not connected.'}
              >
                <Button
                  size="xs"
                  disabled={busy}
                  onClick={() => order.mutate({ params, order: word })}
                >
                  {word === 'flash' ? 'Flash' : 'Reload'}
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
