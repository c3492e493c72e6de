import { Alert, Anchor } from '@mantine/core';
import {
  IconClockExclamation,
  IconDatabaseExclamation,
  IconLockExclamation,
  IconShieldExclamation,
} from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Disk } from '../../../contract/shapes/system.ts';
import { spaceForecasts } from '../../domain/forecast.ts';
import { durationText, sizeText } from '../../domain/format.ts';
import { timeText } from '../../domain/moment.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

/** Notices that are seldom needed: they load together when one is. */

const ACCOUNT = '/account';

/** Leads an account that must set up a second factor to where it can; the other screens show what was last known. */
export function EnrolNotice() {
  const navigate = useNavigate();
  const isThere = useLocation({ select: ({ pathname }) => pathname === ACCOUNT });
  const lead = useEffectEvent(() => {
    if (!isThere) void navigate({ to: ACCOUNT, replace: true });
  });
  useEffect(() => lead(), []);
  return (
    <Alert color="yellow" role="group" mb="md" icon={<IconShieldExclamation aria-hidden="true" />}>
      <b>Your role needs a second factor.</b>{' '}
      {isThere ? (
        'Set up a passkey or one-time codes here. Then the console shows live data again.'
      ) : (
        <>
          <Anchor inherit fw={600} renderRoot={(props) => <Link to={ACCOUNT} {...props} />}>
            Set one up
          </Anchor>{' '}
          to see live data again.
        </>
      )}
    </Alert>
  );
}

const SignInAgain = lazyDialog(async () => (await import('../auth/sign-in-again.tsx')).SignInAgain);

/**
 * What is known stays, dated, behind the sign-in, which opens at once: the notice may be out of sight. Who types is not
 * interrupted. The login page is the way for another tab.
 */
export function SessionExpired({ since }: { since: number }) {
  const [opened, setOpened] = useState(() => !document.activeElement?.matches('input, textarea'));
  const { href } = useLocation();
  return (
    <>
      <Alert color="red" role="group" mb="md" icon={<IconLockExclamation aria-hidden="true" />}>
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

/** The server's disk is almost full: what that means, and the way out. */
export function DiskNotice(disk: Disk) {
  const { level, reserveBytes } = disk;
  return (
    <Alert color="red" role="group" mb="md" icon={<IconDatabaseExclamation aria-hidden="true" />}>
      <b>The server's disk is almost full.</b>{' '}
      {level === 'full'
        ? 'Uploads are refused.'
        : `Uploads are refused when less than ${sizeText(reserveBytes)} are free.`}{' '}
      <Anchor inherit fw={600} renderRoot={(props) => <Link to="/zip-bundles" {...props} />}>
        Delete bundles
      </Anchor>{' '}
      to make room.
      {spaceForecasts(disk).map((text) => (
        <p key={text}>{text}.</p>
      ))}
    </Alert>
  );
}

/** @param skewMs server time minus the time of this device, milliseconds */
export function SkewNotice({ skewMs }: { skewMs: number }) {
  return (
    <Alert color="yellow" role="group" mb="md" icon={<IconClockExclamation aria-hidden="true" />}>
      The clock of this device is {durationText(Math.abs(skewMs))} {skewMs > 0 ? 'behind' : 'ahead'}
      . Times are shown by the server's clock.
    </Alert>
  );
}
