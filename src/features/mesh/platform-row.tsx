import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { HistoryRange } from '../../../contract/limits.ts';
import type {
  Connection,
  MeshHistory,
  PlatformAvailability,
} from '../../../contract/shapes/mesh.ts';
import { describeHistory, timesText } from '../../domain/availability.ts';
import { latencyText } from '../../domain/format.ts';
import { momentAgoText } from '../../domain/moment.ts';
import { currentLatency } from '../../domain/verdict.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import { LatencyLine } from '../../ui/latency-line.tsx';
import type { DataRead, ReadState } from '../../ui/read-state.tsx';
import { PlatformLink, PlatformStatus } from './platform-cells.tsx';
import styles from './platforms-panel.module.css';

interface PlatformRowProps {
  connection: Connection;
  /** Of the connection. */
  age: ReadState['age'];
  history: DataRead<MeshHistory> | null;
  range: HistoryRange;
  now: number;
  /** Called with what there is to say of the bar under the pointer; undefined: none. */
  onPoint: (text: string | undefined) => void;
}

/** A platform in the platforms panel. */
export function PlatformRow({ connection, age, history, now, ...bars }: PlatformRowProps) {
  const { id, name, domain } = connection;
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <PlatformLink id={id} name={name} />
        <p className={`${styles.small} ${styles.domain} ${styles.wide}`}>{domain}</p>
      </div>
      <div className={styles.status}>
        <PlatformStatus connection={connection} age={age} now={now} />
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
      <IconChevronRight
        size="1rem"
        className={`${styles.chevron} ${styles.wide}`}
        aria-hidden="true"
      />
    </li>
  );
}

interface HistoryCellsProps extends Pick<PlatformRowProps, 'range' | 'onPoint'> {
  own: PlatformAvailability | undefined;
  data: MeshHistory | undefined;
  loading: boolean;
  faded: boolean;
  name: string;
}

function HistoryCells({ own, data, loading, faded, name, range, onPoint }: HistoryCellsProps) {
  if (!own || !data) {
    return (
      <>
        <Skeleton className={styles.bars} height="var(--bars-height)" animate={loading} />
        <span className={styles.number}>—</span>
        <span className={styles.wide} />
        <span className={`${styles.number} ${styles.wide}`}>—</span>
      </>
    );
  }
  const { share, over, label } = describeHistory(name, own.slots, range);
  const pointAt = (index: number | undefined) => {
    const slot = index === undefined ? undefined : own.slots[index];
    if (index === undefined || slot === undefined) return onPoint(undefined);
    const at = momentAgoText(data.from + index * data.slotMs, data.to);
    onPoint(`${at} · ${name}: ${timesText(slot) || 'not measured'}`);
  };
  return (
    <>
      <AvailabilityBars
        className={styles.bars}
        slots={own.slots}
        label={label}
        faded={faded}
        onPoint={pointAt}
      />
      <span className={styles.number}>{share}</span>
      <LatencyLine
        className={styles.wide}
        values={own.slots.map(({ latencyMs }) => latencyMs)}
        label={`Latency of ${name}, ${over}`}
      />
      <div className={`${styles.number} ${styles.wide}`}>
        <div title="Median">{latencyText(own.medianMs)}</div>
        <p className={styles.small} title="95th percentile">
          {latencyText(own.p95Ms)}
        </p>
      </div>
    </>
  );
}
