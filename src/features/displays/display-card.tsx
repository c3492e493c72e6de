import { Badge, Button, Card, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Display, DisplayReport } from '../../../contract/shapes/display.ts';
import { useAction } from '../../console/actions.ts';
import { useTimeText } from '../../console/connection.ts';
import { ownBuild } from '../../device/product.ts';
import { ageText, sizeText } from '../../domain/format.ts';
import { momentText } from '../../domain/moment.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { DisplayWatchForm } from './display-watch.tsx';

/** One display: whether it is connected, what it runs, and what can be done with it. */
export function DisplayCard({ display }: { display: Display }) {
  const { id, name, connected, approvedBy, createdAt, report, trouble, watch } = display;
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
        <DisplayBadge {...display} />
      </Group>
      <Text size="sm" c="dimmed">
        {useTimeText((now) => seenText(display, now))} · {versionText(display)} · approved by{' '}
        {approvedBy}, {momentText(createdAt)}
      </Text>
      {trouble ? (
        <Text size="sm">
          It {trouble.text}. Found {momentText(trouble.since)}.
        </Text>
      ) : null}
      {report ? (
        <Text size="sm" c="dimmed">
          <ReportText report={report} />
        </Text>
      ) : null}
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
                  {word === 'flash' ? 'Identify' : 'Reload'}
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
      {watch ? <DisplayWatchForm display={display} watch={watch} /> : null}
    </Card>
  );
}

function DisplayBadge({ connected, trouble }: Display) {
  if (trouble) return <Badge color="red">Not well</Badge>;
  return <Badge color={connected ? 'green' : 'gray'}>{connected ? 'Connected' : 'Offline'}</Badge>;
}

/** What its page said last: since when it is up and why, what it painted, and what it takes. */
function ReportText({ report }: { report: DisplayReport }) {
  const { startedAt, reload, restarts, workers, memoryBytes, paintedAt, verdict, hash } = report;
  const painted = useTimeText((now) => ageText(paintedAt, now));
  return [
    `Up since ${momentText(startedAt)} (${reload})`,
    restarts === 1 ? '1 restart' : `${restarts} restarts`,
    workers > 0 && `data worker replaced: ${workers}`,
    memoryBytes !== null && `memory ${sizeText(memoryBytes)}`,
    `painted ${painted}: ${verdict} (${hash})`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function seenText({ connected, seenAt }: Display, now: number): string {
  if (seenAt === null) return 'Never seen';
  return connected ? `Here since ${momentText(seenAt)}` : `Last seen ${ageText(seenAt, now)}`;
}

function versionText({ build }: Display): string {
  if (build === null) return 'version unknown';
  return build === ownBuild() ? `version ${build}, up to date` : `version ${build}, not this one`;
}
