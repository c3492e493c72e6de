import { useEffect, useMemo, useRef, useState } from 'react';
import { ACTIVITY } from '../../../contract/limits.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { dataWorker } from '../../link/worker.ts';
import type { LogFilter, OlderLogs } from '../../ui/system-logs/log-filter.ts';
import {
  type FoundLogs,
  foundBehind,
  foundNothing,
  joinLogs,
  takeOlder,
} from '../../ui/system-logs/older.ts';

interface LogRows {
  /** Newest first: what the console holds, and what was read behind it. */
  readonly rows: readonly Activity[];
  readonly older: OlderLogs;
  readonly readOlder: () => void;
}

const NOTHING: readonly Activity[] = [];

/** The log further back than this console keeps it, read when somebody wants it, for one filter. */
export function useOlderLogs(known: readonly Activity[] = NOTHING, filter: LogFilter): LogRows {
  const [last, setLast] = useState<FoundLogs>(() => foundNothing(filter));
  const [reading, setReading] = useState<LogFilter>();
  const wanted = useRef(filter);
  useEffect(() => {
    wanted.current = filter;
  }, [filter]);
  const found = useMemo(() => foundBehind(known, filter, last), [known, filter, last]);
  const rows = useMemo(() => joinLogs(known, found), [known, found]);

  async function readOlder(): Promise<void> {
    setReading(filter);
    const answer = await dataWorker.send('activity', { query: queryOf(rows, filter) });
    setReading(undefined);
    if (wanted.current === filter) setLast(takeOlder(found, rows, answer));
  }

  const older = reading === filter ? 'reading' : found.older;
  return { rows, older, readOlder: () => void readOlder() };
}

function queryOf(rows: readonly Activity[], { text, severity }: LogFilter) {
  return {
    before: rows.at(-1)?.id,
    limit: ACTIVITY.pageMax,
    severity: severity || undefined,
    q: text.trim() || undefined,
  };
}
