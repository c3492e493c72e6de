import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useConnectionValue, useServerNow } from '../../console/connection.ts';
import { useReadState } from '../../console/reads.ts';
import { ACTIVITY_KINDS, type ActivityKind } from '../../domain/activity-fold.ts';
import { connectionLabel, liveText } from '../../domain/connection-labels.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import { Segments } from '../../ui/segments.tsx';
import styles from './activity-panel.module.css';
import { ActivityRows } from './activity-rows.tsx';

const TITLE = 'Real-time Mesh Activity';
const AGES_EVERY_MS = 1000;

const KIND_OPTIONS = ACTIVITY_KINDS.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

/**
 * The dashboard's activity: a line an event, the newest first, events that say the same as one. An event renders the rows,
 * not what is around them.
 */
export function ActivityPanel() {
  const [kind, setKind] = useState<ActivityKind>('all');
  const read = useReadState('activity');
  const live = useConnectionValue(liveText);
  const label = useConnectionValue(connectionLabel);
  const isNoted = read.at !== undefined && readTrouble(read) !== undefined;
  return (
    <Panel
      flush
      title={TITLE}
      description={
        <span className={styles.live} data-label={label}>
          {live}
        </span>
      }
      actions={
        <>
          <Segments aria-label="Show" data={KIND_OPTIONS} value={kind} onChange={setKind} />
          <Anchor component={Link} to="/logs" size="sm">
            All logs
          </Anchor>
        </>
      }
      aria-busy={read.loading}
    >
      <div className={styles.content} data-noted={isNoted || undefined}>
        <ActivityRows key={kind} kind={kind} label={`${TITLE}, rows`} />
        {isNoted ? <Note read={read} /> : null}
      </div>
    </Panel>
  );
}

function Note({ read }: { read: ReadState }) {
  return (
    <div className={styles.note}>
      <ReadNote read={read} now={useServerNow(AGES_EVERY_MS)} />
    </div>
  );
}
