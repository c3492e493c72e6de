import { Alert, Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import {
  IconClockExclamation,
  IconDatabaseExclamation,
  IconLockExclamation,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { Disk } from '../../../contract/shapes/system.ts';
import { useClockSkew, useConnection, useServerNow } from '../../client/connection.ts';
import { useMustEnrol } from '../../client/permissions.ts';
import { useRead } from '../../client/reads.ts';
import { reconnectNow } from '../../client/session.ts';
import { disconnectedText } from '../../shared/connection-labels.ts';
import { durationText, sizeText } from '../../shared/format.ts';
import { timeText } from '../../shared/moment.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useLoadedInTime } from '../../ui/use-loaded.ts';
import styles from './shell.module.css';

const COUNTDOWN_EVERY_MS = 1000;

/** Further off than this, the device's clock would make its own times wrong to read. */
const SKEW_TOLERATED_MS = 5000;

const SignInAgain = lazyDialog(async () => (await import('../auth/sign-in-again.tsx')).SignInAgain);

/** Said over the screen while it cannot be current, or while something is wrong with the server or this device. */
export function ConsoleNotices() {
  // A server that does not report its disk shows nothing.
  const { data: disk, age } = useRead('disk');
  return (
    <>
      <EnrolmentNotice />
      <ConnectionNotice />
      {disk && age !== 'unknown' ? <DiskNotice {...disk} /> : null}
    </>
  );
}

function EnrolmentNotice() {
  const EnrolNotice = useLoadedInTime(loadEnrolNotice, useMustEnrol());
  return EnrolNotice ? <EnrolNotice /> : null;
}

const loadEnrolNotice = async () => (await import('./enrol-notice.tsx')).EnrolNotice;

function ConnectionNotice() {
  const connection = useConnection();
  const now = useServerNow(COUNTDOWN_EVERY_MS);
  const skewMs = useClockSkew();
  const mustEnrol = useMustEnrol();
  if (connection.state === 'refused')
    return mustEnrol ? null : <SessionExpired since={connection.since} />;
  const text = disconnectedText(connection, now);
  if (text !== undefined) {
    return <DisconnectedBanner text={text} onTryNow={reconnectNow} />;
  }
  if (Math.abs(skewMs) <= SKEW_TOLERATED_MS) return null;
  return (
    <Alert color="yellow" role="status" mb="md" icon={<IconClockExclamation aria-hidden="true" />}>
      The clock of this device is {durationText(Math.abs(skewMs))} {skewMs > 0 ? 'behind' : 'ahead'}
      . Times are shown by the server's clock.
    </Alert>
  );
}

/** The server's disk is almost full: what that means, and the way out. */
export function DiskNotice({ level, reserveBytes }: Pick<Disk, 'level' | 'reserveBytes'>) {
  if (level === 'ok') return null;
  return (
    <Alert color="red" role="status" mb="md" icon={<IconDatabaseExclamation aria-hidden="true" />}>
      <b>The server's disk is almost full.</b>{' '}
      {level === 'full'
        ? 'Uploads are refused.'
        : `Uploads are refused when less than ${sizeText(reserveBytes)} are free.`}{' '}
      <Anchor inherit fw={600} renderRoot={(props) => <Link to="/zip-bundles" {...props} />}>
        Delete bundles
      </Anchor>{' '}
      to make room.
    </Alert>
  );
}

/** The connection is lost: since when, when it is tried next, and a button that does not wait. */
export function DisconnectedBanner({ text, onTryNow }: { text: string; onTryNow: () => void }) {
  return (
    <Alert
      color="yellow"
      role="status"
      className={styles.banner ?? ''}
      icon={<IconPlugConnectedX aria-hidden="true" />}
    >
      <Group justify="space-between" gap="xs">
        {/* The countdown is not for screen readers: it would be read every second. */}
        <Text component="time" size="sm" fw={600} aria-hidden="true">
          {text}
        </Text>
        <VisuallyHidden>{text.split(' · ', 1)[0]}</VisuallyHidden>
        <Button size="xs" onClick={onTryNow}>
          Try now
        </Button>
      </Group>
    </Alert>
  );
}

/**
 * What is known stays, dated, behind the sign-in, which opens at once: the notice may be out of sight. Who types is not
 * interrupted. The login page is the way for another tab.
 */
function SessionExpired({ since }: { since: number }) {
  const [opened, setOpened] = useState(() => !document.activeElement?.matches('input, textarea'));
  const { href } = useLocation();
  return (
    <>
      <Alert color="red" role="status" mb="md" icon={<IconLockExclamation aria-hidden="true" />}>
        Your session has expired.{' '}
        <Anchor
          inherit
          fw={600}
          renderRoot={(props) => <Link to="/login" search={{ redirect: href }} {...props} />}
          onClick={(event) => {
            event.preventDefault();
            setOpened(true);
          }}
        >
          Sign in
        </Anchor>{' '}
        to continue. This data is from {timeText(since)}.
      </Alert>
      <SignInAgain opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
