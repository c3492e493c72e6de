import { Skeleton } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { HistoryRange } from '../../../contract/limits.ts';
import type {
  Connection,
  MeshHistory,
  PlatformAvailability,
} from '../../../contract/shapes/mesh.ts';
import { describeHistory, timesText } from '../../domain/availability.ts';
import { latencyText } from '../../domain/format.ts';
import { momentAgoText } from '../../domain/moment.ts';
import { currentLatency, type Judged } from '../../domain/verdict.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import { LatencyLine } from '../../ui/latency-line.tsx';
import type { DataRead, ReadState } from '../../ui/read-state.tsx';
import type { OnSlot } from '../../ui/slot-strip.ts';
import { PlatformLink, PlatformStatus } from './platform-cells.tsx';
import styles from './platforms-panel.module.css';

/** A slot of time, and what there is to say of a platform in it. */
export interface PointedSlot {
  readonly slot: number;
  readonly text: string;
}

interface PlatformRowProps {
  connection: Judged<Connection>;
  /** Of the connection. */
  age: ReadState['age'];
  history: DataRead<MeshHistory> | null;
  range: HistoryRange;
  /** The slot from which bars and lines are drawn. */
  first: number;
  /** Where the lines of the time axis stand, in slots from the first. */
  ticks: readonly number[];
  now: number;
  /** Called with the slot under the pointer; undefined: none. */
  onPoint: (pointed: PointedSlot | undefined) => void;
}

/** A platform in the platforms panel. */
export function PlatformRow(props: PlatformRowProps) {
  const { connection, age, history, now, ...bars } = props;
  const { id, name, domain } = connection;
  return (
    <li className={styles.row}>
      <p className={styles.name} title={name}>
        <PlatformLink id={id} name={name} />{' '}
        <span className={`${styles.small} ${styles.wide}`}>{domain}</span>
      </p>
      <div className={styles.status}>
        <PlatformStatus connection={connection} age={age} now={now} isShort />
      </div>
      {history ? (
        <HistoryCells
          own={history.data?.platforms.find(({ platform }) => platform === id)}
          data={history.data}
          loading={history.loading}
          faded={history.age !== 'fresh'}
          name={name}
          {...bars}
        />
      ) : (
        <span className={styles.number}>{latencyText(currentLatency(connection))}</span>
      )}
    </li>
  );
}

interface HistoryCellsProps
  extends Pick<PlatformRowProps, 'range' | 'first' | 'ticks' | 'onPoint'> {
  own: PlatformAvailability | undefined;
  data: MeshHistory | undefined;
  loading: boolean;
  faded: boolean;
  name: string;
}

function HistoryCells(props: HistoryCellsProps) {
  const { own, data, loading, faded, name, range, first, ticks, onPoint } = props;
  const slots = useMemo(() => own?.slots.slice(first) ?? [], [own, first]);
  const values = useMemo(() => slots.map(({ latencyMs }) => latencyMs), [slots]);
  // The same as long as the history is, so that bars and lines are not drawn again while a pointer moves over them.
  const pointAt = useCallback<OnSlot>(
    (index) => {
      const slot = index === undefined ? undefined : slots[index];
      if (index === undefined || !slot || !data) return onPoint(undefined);
      const at = momentAgoText(data.from + (first + index) * data.slotMs, data.to);
      const speed = slot.latencyMs === null ? '' : `, ${latencyText(slot.latencyMs)}`;
      const text = `${at} · ${name}: ${timesText(slot) || 'not measured'}${speed}`;
      onPoint({ slot: index, text });
    },
    [slots, data, first, name, onPoint],
  );
  if (!own || !data) {
    return (
      <>
        <Skeleton className={styles.bars} height="var(--bars-height)" animate={loading} />
        <span className={styles.up}>—</span>
        <span className={`${styles.wide} ${styles.latency}`} />
        <span className={`${styles.number} ${styles.wide}`}>—</span>
      </>
    );
  }
  const { share, measured, over, label } = describeHistory(name, own.slots, range);
  return (
    <>
      <AvailabilityBars
        className={styles.bars}
        slots={slots}
        label={label}
        faded={faded}
        ticks={ticks}
        onPoint={pointAt}
      />
      <p className={styles.up} title={measured}>
        {share} <span className={styles.small}>{measured}</span>
      </p>
      <LatencyLine
        className={`${styles.wide} ${styles.latency}`}
        values={values}
        label={`Latency of ${name}, ${over}`}
        onPoint={pointAt}
      />
      <span className={`${styles.number} ${styles.wide}`}>
        {own.medianMs === null ? '—' : mediansText(own.medianMs, latencyText(own.p95Ms))}
      </span>
    </>
  );
}

/** The unit of both stands once. */
const mediansText = (medianMs: number, p95: string): string =>
  `${p95.endsWith('ms') ? Math.round(medianMs) : latencyText(medianMs)} · ${p95}`;
