import { Button, Group, Stack, Text } from '@mantine/core';
import { IconClockExclamation, IconPrinter } from '@tabler/icons-react';
import { useTimeText } from '../../console/connection.ts';
import { usePlatforms } from '../../console/platforms.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { momentText, zoneText } from '../../domain/moment.ts';
import type { Reading } from '../../shared/model.ts';
import type { ReadState } from '../../ui/read-state.tsx';
import { ScreenPlaceholder } from '../../ui/screen-placeholder.tsx';
import styles from './handover.module.css';
import { type HandoverSearch, SHIFT_DEFAULT } from './handover-search.ts';
import { Notes } from './notes.tsx';
import { OnDuty } from './on-duty.tsx';
import { PendingBundles } from './pending-bundles.tsx';
import { Planned } from './planned.tsx';
import { Problems } from './problems.tsx';
import { ShiftPart } from './shift.tsx';
import '../../ui/theme/late-styles.css';

interface HandoverScreenProps {
  search: HandoverSearch;
  onSearch: (search: HandoverSearch) => void;
}

/**
 * What one shift hands over to the next, on one page, on the screen or on paper. It is shown once all of it is there:
 * how long each part is, nobody knows before, and what comes later would push down what is being read.
 */
export function HandoverScreen({ search, onSearch }: HandoverScreenProps) {
  const incidents = unlessMissing(useRead('incidents'));
  const connections = usePlatforms();
  const windows = unlessMissing(useRead('maintenance'));
  const bundles = useRead('bundles');
  const history = unlessMissing(useRead('meshHistory', { range: '24h' }));
  const notes = unlessMissing(useRead('handoverNotes'));
  const rota = unlessMissing(useRead('rota'));
  const reads = [incidents, connections, windows, bundles, history, notes, rota].filter(
    (read) => read !== null,
  );
  if (reads.some(({ loading }) => loading)) return <ScreenPlaceholder />;
  return (
    <Stack className={styles.columns ?? ''}>
      <Head reads={reads} />
      {rota ? <OnDuty rota={rota} /> : null}
      {notes ? <Notes notes={notes} /> : null}
      <Problems read={incidents ?? connections} />
      {windows ? <Planned windows={windows} /> : null}
      <PendingBundles bundles={bundles} />
      {incidents ? (
        <ShiftPart
          incidents={incidents}
          history={history?.data}
          shift={search.since ?? SHIFT_DEFAULT}
          onShift={(since) => onSearch({ since: since === SHIFT_DEFAULT ? undefined : since })}
        />
      ) : null}
    </Stack>
  );
}

/** @returns null for a read that this server does not have */
const unlessMissing = <T,>(read: Reading<T>) => (isMissing(read) ? null : read);

/** Of when all of the page is, in which time zone, and a way to paper. */
function Head({ reads }: { reads: readonly ReadState[] }) {
  const known = reads.flatMap(({ at }) => at ?? []);
  const isLastKnown = reads.some(({ age, failure }) => failure !== undefined || age !== 'fresh');
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs" c={isLastKnown ? 'var(--mantine-color-yellow-text)' : 'dimmed'} fz="sm">
        {isLastKnown ? <IconClockExclamation size={16} aria-hidden="true" /> : null}
        <Text span inherit>
          {isLastKnown ? 'Last known data' : 'Data'}
          {known.length > 0 ? ` as of ${momentText(Math.min(...known), true)}` : ''}
        </Text>
        <Text span inherit c="dimmed">
          Times in {useTimeText(zoneText)}
        </Text>
      </Group>
      <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
        Print
      </Button>
    </Group>
  );
}
