import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { PAST_WORKER } from '../../../contract/pages.ts';
import { usePendingAcknowledgements } from '../../console/acknowledgements.ts';
import { useClockSkew, useConnectionValue } from '../../console/connection.ts';
import { useMustEnrol } from '../../console/permissions.ts';
import { useRead } from '../../console/reads.ts';
import { reconnectNow } from '../../console/session.ts';
import { disconnectedText, refusalReason } from '../../domain/connection-labels.ts';
import { PROXY_SIGN_IN } from '../../shared/outcome.ts';
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
  const isAtProxy = useConnectionValue((connection) => refusalReason(connection) === PROXY_SIGN_IN);
  return (
    <div role="status" className={text && styles.banner}>
      {isRefused && !mustEnrol ? <SessionExpired since={refusedSince} /> : null}
      {text ? (
        <DisconnectedBanner
          text={text}
          onTryNow={reconnectNow}
          onSignIn={isAtProxy ? loadPastWorker : undefined}
        />
      ) : null}
      {isRefused || text || Math.abs(skewMs) <= SKEW_TOLERATED_MS ? null : (
        <SkewNotice skewMs={skewMs} />
      )}
    </div>
  );
}

/** The proxy in front shows its sign-in, which the service worker keeps from being seen. */
const loadPastWorker = () => location.assign(`${location.pathname}?${PAST_WORKER}`);

interface DisconnectedBannerProps {
  text: string;
  onTryNow: () => void;
  /** Where a sign-in in front of the server has ended. */
  onSignIn?: (() => void) | undefined;
}

/** The connection is lost: since when, when it is tried next, and a button that does not wait. */
export function DisconnectedBanner({ text, onTryNow, onSignIn }: DisconnectedBannerProps) {
  return (
    <fieldset className={styles.disconnected}>
      <IconPlugConnectedX size="1.25rem" aria-hidden="true" />
      {/* The countdown is not for screen readers: it would be read every second. */}
      <time aria-hidden="true">{text}</time>
      <span className="visually-hidden">{text.split(' · ', 1)[0]}</span>
      <Button size="xs" onClick={onSignIn ?? onTryNow}>
        {onSignIn ? 'Sign in' : 'Try now'}
      </Button>
    </fieldset>
  );
}
