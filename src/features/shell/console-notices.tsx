import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { usePendingAcknowledgements } from '../../console/acknowledgements.ts';
import { useClockSkew, useConnectionValue } from '../../console/connection.ts';
import { useMustEnrol } from '../../console/permissions.ts';
import { useRead } from '../../console/reads.ts';
import { reconnectNow } from '../../console/session.ts';
import { disconnectedText } from '../../domain/connection-labels.ts';
import { extra } from '../../ui/extra.tsx';
import styles from './shell.module.css';

/** Further off than this, the device's clock would make its own times wrong to read. */
const SKEW_TOLERATED_MS = 5000;

const load = () => import('./late-notices.tsx');
const EnrolNotice = extra(async () => (await load()).EnrolNotice);
const SessionExpired = extra(async () => (await load()).SessionExpired);
const SkewNotice = extra(async () => (await load()).SkewNotice);
const DiskNotice = extra(async () => (await load()).DiskNotice);
const AcknowledgementNotices = extra(
  async () => (await import('../incidents/acknowledgement-notices.tsx')).AcknowledgementNotices,
);

/** Said over the screen while it cannot be current, or while something is wrong with the server or this device. */
export function ConsoleNotices() {
  // A server that does not report its disk shows nothing.
  const { data: disk, age } = useRead('disk');
  const hasPending = usePendingAcknowledgements().length > 0;
  return (
    <>
      <div role="status">{useMustEnrol() ? <EnrolNotice /> : null}</div>
      <ConnectionNotice />
      {hasPending ? <AcknowledgementNotices /> : null}
      <div role="status">
        {disk && disk.level !== 'ok' && age !== 'unknown' ? <DiskNotice {...disk} /> : null}
      </div>
    </>
  );
}

function ConnectionNotice() {
  const mustEnrol = useMustEnrol();
  const refusedSince = useConnectionValue((connection) =>
    connection.state === 'refused' ? connection.since : undefined,
  );
  const isRefused = refusedSince !== undefined;
  const skewMs = useClockSkew();
  const text = useConnectionValue(disconnectedText);
  return (
    <div role="status" className={text && styles.banner}>
      {isRefused && !mustEnrol ? <SessionExpired since={refusedSince} /> : null}
      {text ? <DisconnectedBanner text={text} onTryNow={reconnectNow} /> : null}
      {isRefused || text || Math.abs(skewMs) <= SKEW_TOLERATED_MS ? null : (
        <SkewNotice skewMs={skewMs} />
      )}
    </div>
  );
}

/** The connection is lost: since when, when it is tried next, and a button that does not wait. */
export function DisconnectedBanner({ text, onTryNow }: { text: string; onTryNow: () => void }) {
  return (
    <Alert color="yellow" role="group" icon={<IconPlugConnectedX aria-hidden="true" />}>
      <Group justify="space-between" gap="xs">
        {/* The countdown is not for screen readers: it would be read every second. */}
        <Text component="time" size="sm" fw={600} aria-hidden="true">
          {text}
        </Text>
        <span className="visually-hidden">{text.split(' · ', 1)[0]}</span>
        <Button size="xs" onClick={onTryNow}>
          Try now
        </Button>
      </Group>
    </Alert>
  );
}
