import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconClockPause, IconPrinter } from '@tabler/icons-react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import type { HandoverNote } from '../../../contract/shapes/handover.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import type { Connection, MeshHistory } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../client/connection.ts';
import { useOutbox } from '../../client/outbox.ts';
import { usePlatforms } from '../../client/platforms.ts';
import { useRead } from '../../client/reads.ts';
import { configuredPlatforms } from '../../product.ts';
import type { Reading } from '../../shared/model.ts';
import { momentText, zoneText } from '../../shared/moment.ts';
import type { UploadRow } from '../../shared/upload-text.ts';
import type { DataRead, ReadState } from '../../ui/read-state.tsx';
import styles from './handover.module.css';
import { type HandoverSearch, SHIFT_DEFAULT, type Shift } from './handover-search.ts';
import { Notes } from './notes.tsx';
import { PendingBundles } from './pending-bundles.tsx';
import { Planned } from './planned.tsx';
import { NotConnected, Problems } from './problems.tsx';
import { ShiftPart } from './shift.tsx';
import { type NoteActions, useNotes } from './use-notes.ts';
import '../../ui/theme/late-styles.css';

const AGES_EVERY_MS = 1000;
const NOT_FOUND = 404;

interface HandoverScreenProps {
  search: HandoverSearch;
  onSearch: (search: HandoverSearch) => void;
}

/** The shift handover with its data. */
export function HandoverScreen({ search, onSearch }: HandoverScreenProps) {
  return (
    <HandoverView
      incidents={unlessMissing(useRead('incidents'))}
      connections={usePlatforms()}
      windows={unlessMissing(useRead('maintenance'))}
      bundles={useRead('bundles')}
      uploads={useOutbox()}
      history={unlessMissing(useRead('meshHistory', { range: '24h' }))}
      notes={unlessMissing(useRead('handoverNotes'))}
      noteActions={useNotes()}
      shift={search.since ?? SHIFT_DEFAULT}
      onShift={(since) => onSearch({ since: since === SHIFT_DEFAULT ? undefined : since })}
      now={useServerNow(AGES_EVERY_MS)}
    />
  );
}

const unlessMissing = <T,>(read: Reading<T>) => (read.failure?.status === NOT_FOUND ? null : read);

/** Reads that a server may not have are null where it has none. */
interface HandoverViewProps {
  incidents: DataRead<readonly Incident[]> | null;
  connections: DataRead<readonly Connection[]>;
  windows: DataRead<readonly Maintenance[]> | null;
  bundles: DataRead<readonly Bundle[]>;
  /** Of this device. */
  uploads: readonly UploadRow[];
  /** Of the last day. */
  history: DataRead<MeshHistory> | null;
  notes: DataRead<readonly HandoverNote[]> | null;
  noteActions: NoteActions;
  shift: Shift;
  onShift: (shift: Shift) => void;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/**
 * What one shift hands over to the next, on one page, on the screen or on paper. It is shown once all of it is there:
 * how long each part is, nobody knows before, and what comes later would push down what is being read.
 */
export function HandoverView(props: HandoverViewProps) {
  const { incidents, connections, windows, bundles, uploads, history, notes, now } = props;
  const platforms = connections.data ?? configuredPlatforms();
  const reads = [incidents, connections, windows, bundles, history, notes].filter(
    (read) => read !== null,
  );
  if (reads.some(({ loading }) => loading)) return <Placeholder />;
  return (
    <Stack className={styles.columns ?? ''}>
      <Head reads={reads} now={now} />
      {incidents ? <Problems {...{ incidents, platforms, now }} /> : null}
      <NotConnected {...{ connections, now }} />
      {windows ? <Planned incidents={incidents?.data} {...{ windows, platforms, now }} /> : null}
      <PendingBundles {...{ bundles, uploads }} />
      {incidents ? (
        <ShiftPart
          {...{ incidents, platforms, now }}
          history={history?.data}
          shift={props.shift}
          onShift={props.onShift}
        />
      ) : null}
      {notes ? <Notes notes={notes} actions={props.noteActions} /> : null}
    </Stack>
  );
}

const Placeholder = () => (
  <Stack aria-busy>
    <Skeleton height="var(--control-height)" />
    <Skeleton height="12rem" />
    <Skeleton height="12rem" />
    <Skeleton height="12rem" />
  </Stack>
);

/** Of when all of the page is, in which time zone, and a way to paper. */
function Head({ reads, now }: { reads: readonly ReadState[]; now: number }) {
  const known = reads.flatMap(({ at }) => at ?? []);
  const isLastKnown = reads.some(({ age, failure }) => failure !== undefined || age !== 'fresh');
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs" c={isLastKnown ? 'var(--mantine-color-yellow-text)' : 'dimmed'} fz="sm">
        {isLastKnown ? <IconClockPause size={16} aria-hidden="true" /> : null}
        <Text span inherit>
          {isLastKnown ? 'Last known data' : 'Data'}
          {known.length > 0 ? ` as of ${momentText(Math.min(...known), true)}` : ''}
        </Text>
        <Text span inherit c="dimmed">
          Times in {zoneText(now)}
        </Text>
      </Group>
      <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
        Print
      </Button>
    </Group>
  );
}
