import { Skeleton, Stack, type StackProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel, type PanelProps } from './panel.tsx';
import styles from './read-panel.module.css';
import { type DataRead, ReadFailed, ReadNote, type ReadState, readTrouble } from './read-state.tsx';

export interface ReadPanelProps<Data> extends Omit<PanelProps, 'children'> {
  read: DataRead<Data>;
  /** Said when it could not be read. */
  failed: string;
  /** Height that is reserved until the data comes, so that nothing moves then. */
  room: StackProps['mih'];
  /** Placeholders that share the room meanwhile. */
  lines?: number;
  /** Stands there instead of those. */
  placeholder?: ReactNode;
  /** Server time now, epoch milliseconds; left out: the console's own clock. */
  now?: number | undefined;
  /** Renders the data, as far as it can be trusted: none that failed to be read again is fresh. */
  children: (data: Data, age: ReadState['age']) => ReactNode;
}

/** A panel over what was read, in whatever state the read is. */
export function ReadPanel<Data>(props: ReadPanelProps<Data>) {
  const { read, failed, room, lines = 1, now, footer, children, ...rest } = props;
  const { placeholder = <Placeholders lines={lines} flush={rest.flush} />, ...panel } = rest;
  const { data, failure, loading, age } = read;
  const isNoted = data !== undefined && readTrouble(read) !== undefined;
  return (
    <Panel
      {...panel}
      footer={footOf(footer, isNoted && <ReadNote read={read} failed={failed} now={now} />)}
      aria-busy={loading}
    >
      <Stack mih={loading ? room : undefined} gap="sm">
        {data === undefined ? null : children(data, failure && age === 'fresh' ? 'stale' : age)}
        {loading ? placeholder : null}
        {data === undefined && failure ? <ReadFailed text={failed} failure={failure} /> : null}
      </Stack>
    </Panel>
  );
}

const footOf = (footer: ReactNode, note: ReactNode) =>
  footer || note ? (
    <div className={styles.foot}>
      {footer}
      {note}
    </div>
  ) : null;

function Placeholders({ lines, flush }: { lines: number; flush: boolean | undefined }) {
  return (
    <Stack flex={1} p={flush ? 'md' : 0}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={String(line)} flex={1} />
      ))}
    </Stack>
  );
}
