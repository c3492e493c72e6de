import { IconLock, IconWorld } from '@tabler/icons-react';
import type { EndpointAudit } from '../../../contract/shapes/mesh.ts';
import { Panel } from '../panel/panel.tsx';
import { Placeholder } from '../placeholder/placeholder.tsx';
import { InlineFailure } from '../reading-note/inline-failure.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import type { ReadingState } from '../reading-note/reading-state.ts';
import { ScrollBox } from '../scroll-box/scroll-box.tsx';
import styles from './heartbeat.module.css';

interface EndpointAuditCardProps {
  audit: EndpointAudit | undefined;
  reading: ReadingState;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The calls that the server answers, as it lists them itself. */
export function EndpointAuditCard({ audit, reading, now }: EndpointAuditCardProps) {
  return (
    <Panel title="Endpoint Audit" aria-busy={reading.loading}>
      {reading.failure ? <InlineFailure text="Unable to fetch endpoint audit" /> : null}
      <ReadingNote reading={reading} now={now} />
      {audit ? <Audit audit={audit} /> : null}
      {reading.loading ? <Waiting /> : null}
    </Panel>
  );
}

function Audit({ audit }: { audit: EndpointAudit }) {
  return (
    <>
      <p className={styles.domain}>
        {audit.domain}: {audit.endpoints.length} {audit.endpoints.length === 1 ? 'call' : 'calls'}
      </p>
      <ScrollBox className={styles.endpoints} aria-label="Audited endpoints">
        <ul>
          {audit.endpoints.map((endpoint) => (
            <li key={`${endpoint.method} ${endpoint.path}`} className={styles.endpoint}>
              <span className={styles.method}>{endpoint.method}</span>
              <code className={styles.path}>{endpoint.path}</code>
              <Guard guarded={endpoint.guarded} />
            </li>
          ))}
        </ul>
      </ScrollBox>
    </>
  );
}

function Guard({ guarded }: { guarded: boolean | undefined }) {
  if (guarded === undefined) return null;
  const Icon = guarded ? IconLock : IconWorld;
  return (
    <span className={styles.guard}>
      <Icon aria-hidden="true" />
      {guarded ? 'Guarded' : 'Open'}
    </span>
  );
}

function Waiting() {
  return (
    <>
      <p className={styles.domain}>
        <Placeholder width="14rem" height="1.5em" />
      </p>
      <Placeholder height="24rem" />
    </>
  );
}
