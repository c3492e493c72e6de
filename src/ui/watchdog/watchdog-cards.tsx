import type { WatchdogSummary } from '../../../contract/shapes/watchdog.ts';
import { Age } from '../age/age.tsx';
import { Badge } from '../badge/badge.tsx';
import { Facts } from '../facts/facts.tsx';
import { momentOf, momentText } from '../moment/moment.ts';
import { Panel } from '../panel/panel.tsx';
import { heartbeatDisplay } from './heartbeat-display.ts';
import styles from './watchdog.module.css';

interface WatchdogCardsProps {
  summary: NonNullable<WatchdogSummary>;
  /** What is shown is too old to be taken for the present. */
  unknown: boolean;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The cards of the watchdog page. */
export function WatchdogCards({ summary, unknown, now }: WatchdogCardsProps) {
  return (
    <div className={styles.cards}>
      <Panel title="Platform Status">
        <Facts
          facts={[
            { name: 'Platform', value: summary.platform },
            { name: 'Reported', value: <Age at={momentOf(summary.ts)} now={now} /> },
          ]}
        />
      </Panel>
      <ForgeConnection address={summary.forgeRun} />
      <HeartbeatCard heartbeat={summary.heartbeat} unknown={unknown} />
      <Panel title="Mesh Statistics">
        <Facts
          facts={[
            { name: 'Mesh connections', value: summary.meshStats.meshConnections.toLocaleString() },
            {
              name: 'ZIP bundles processed',
              value: summary.meshStats.zipBundlesProcessed.toLocaleString(),
            },
            {
              name: 'Route66 handshakes',
              value: summary.meshStats.route66Handshakes.toLocaleString(),
            },
          ]}
        />
      </Panel>
      {summary.heartbeat.lastError ? <HeartbeatError text={summary.heartbeat.lastError} /> : null}
      <Endpoints endpoints={summary.endpoints} />
    </div>
  );
}

function ForgeConnection({ address }: { address: string | null | undefined }) {
  return (
    <Panel title="Connection">
      <Facts
        facts={[
          {
            name: 'Forge',
            value: address ? <code>{address}</code> : <Badge tone="warn">Not configured</Badge>,
          },
        ]}
      />
      {address ? null : <p className={styles.note}>The base-URL setting is not set.</p>}
    </Panel>
  );
}

interface HeartbeatCardProps {
  heartbeat: NonNullable<WatchdogSummary>['heartbeat'];
  unknown: boolean;
}

function HeartbeatCard({ heartbeat, unknown }: HeartbeatCardProps) {
  const display = heartbeatDisplay(heartbeat);
  const success = momentOf(heartbeat.lastSuccess);
  return (
    <Panel
      title="Heartbeat Status"
      actions={
        unknown ? (
          <Badge>UNKNOWN (was {display.word})</Badge>
        ) : (
          <Badge tone={display.tone}>{display.word}</Badge>
        )
      }
    >
      <Facts
        facts={[
          {
            name: 'Last success',
            value: success === undefined ? 'Never' : momentText(success, true),
          },
          { name: 'Sent', value: heartbeat.sentCount.toLocaleString() },
          { name: 'Interval', value: `${heartbeat.intervalSec} s` },
        ]}
      />
    </Panel>
  );
}

function HeartbeatError({ text }: { text: string }) {
  return (
    <Panel title="Heartbeat Error" className={styles.error ?? ''}>
      <p className={styles.errorText}>{text}</p>
    </Panel>
  );
}

function Endpoints({ endpoints }: { endpoints: readonly string[] }) {
  return (
    <Panel title="Available Endpoints" className={styles.wide ?? ''}>
      {endpoints.length === 0 ? <p className={styles.note}>None were reported.</p> : null}
      <ul className={styles.endpoints}>
        {endpoints.map((endpoint) => (
          <li key={endpoint}>
            <code>{endpoint}</code>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
