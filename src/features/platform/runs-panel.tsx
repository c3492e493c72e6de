import { Code, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import type { Run, Runs } from '../../../contract/shapes/run.ts';
import { useServerNow } from '../../console/connection.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { durationText, latencyText } from '../../domain/format.ts';
import { clockText, dateTimeText } from '../../domain/moment.ts';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { ReadFailed } from '../../ui/read-state.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import styles from './runs-panel.module.css';

/** The last runs of a job, each with how it ended, how long it took, and its log. @param id of its platform */
export function RunsPanel({ id }: { id: string }) {
  const read = useRead('platformRuns', { id });
  const now = useServerNow();
  if (isMissing(read)) return null;
  return (
    <ReadPanel
      title="Runs"
      description={read.data ? dueText(read.data) : ''}
      read={read}
      failed="The runs could not be read"
      room="9rem"
    >
      {({ runs, graceSec }) =>
        runs.length === 0 ? (
          <Text size="sm" c="dimmed">
            It has not called its address yet.
          </Text>
        ) : (
          <ul className={styles.runs}>
            {runs.map((run) => (
              <li key={run.id}>
                {run.hasLog ? (
                  <WithLog id={id} run={run} line={lineOf(run, { graceSec, now })} />
                ) : (
                  <div className={styles.line}>{lineOf(run, { graceSec, now })}</div>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </ReadPanel>
  );
}

const dueText = ({ dueAt, graceSec }: Runs): string =>
  dueAt === null
    ? 'Due from its first success on'
    : `Due ${dateTimeText(dueAt)}, late ${durationText(graceSec * 1000)} after that`;

const STATES: Readonly<Record<string, readonly [shape: string, word: string]>> = {
  running: ['', 'Running'],
  late: ['error', 'Has not ended'],
  success: ['connected', 'Success'],
  fail: ['error', 'Failed'],
  lost: ['warning', 'Did not end'],
};

function lineOf(run: Run, { graceSec, now }: { graceSec: number; now: number }) {
  const { rid, state, startedAt, endedAt, exitStatus, message } = run;
  const isLate = state === 'running' && now > (startedAt ?? now) + graceSec * 1000;
  const [shape, word] = STATES[isLate ? 'late' : state] ?? ['', state];
  const hasTime = startedAt !== null && endedAt !== null && endedAt >= startedAt;
  return (
    <>
      <span className={styles.time}>{clockText(startedAt ?? endedAt ?? now, now)}</span>
      <span className={styles.state}>
        <StatusShape status={shape} /> {word}
      </span>
      <span className={styles.took}>{hasTime ? latencyText(endedAt - startedAt) : ''}</span>
      <span className={styles.said}>
        {[
          message || (exitStatus === null ? '' : `exit status ${exitStatus}`),
          rid && `rid ${rid.slice(0, 8)}…`,
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
    </>
  );
}

function WithLog({ id, run, line }: { id: string; run: Run; line: React.ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const { data, failure } = useRead('platformRun', isOpen ? { id, run: String(run.id) } : null);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.line}>
        {line}
        <span className={styles.more}>Log</span>
      </summary>
      {data ? (
        <Code
          block
          tabIndex={0}
          role="region"
          aria-label="Log of this run"
          className={styles.log ?? ''}
        >
          {data.log}
        </Code>
      ) : failure ? (
        <ReadFailed text="The log could not be read" failure={failure} />
      ) : (
        <Skeleton height="3rem" />
      )}
    </details>
  );
}
