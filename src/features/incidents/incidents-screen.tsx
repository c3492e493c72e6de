import { Box, Button, Card, EmptyState } from '@mantine/core';
import { IconHistory, IconListSearch } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { useFilter } from '../../console/paged-rows.ts';
import { isMissing, useRead, useReadData } from '../../console/reads.ts';
import { incidentName } from '../../domain/affected.ts';
import { incidentLine } from '../../domain/incident-line.ts';
import { incidentTitle } from '../../domain/incident-text.ts';
import { openWindows, type Windows } from '../../domain/open-incidents.ts';
import { isFiltered, type RowNames } from '../../domain/paged-rows.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { ExportButtons, type OnExport } from '../../ui/export-buttons.tsx';
import { FilterBar, platformChoice, TIME } from '../../ui/filters.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { NewRowsButton } from '../../ui/new-rows-button.tsx';
import { usePage } from '../../ui/page-title.ts';
import { OlderFailed, RowsBar, RowsPlaceholder, ShowOlder } from '../../ui/paged-rows.tsx';
import { ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import { SelectionBar } from '../../ui/select-rows.tsx';
import { useHeldRows } from '../../ui/use-held-rows.ts';
import { useReading } from '../../ui/use-reading.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { IncidentButton } from './incident-button.tsx';
import { IncidentRows } from './incident-rows.tsx';
import {
  filterOf,
  INCIDENT_SEVERITIES,
  INCIDENT_SORTS,
  INCIDENT_STATES,
  type IncidentSearch,
  parseIncidentSearch,
  sortIncidents,
} from './incident-search.ts';
import { exportIncidents } from './save-incidents.ts';
import { useAcknowledgeMany } from './use-acknowledge-many.ts';
import { type Incidents, useIncidents } from './use-incidents.ts';
import '../../ui/theme/late-styles.css';

const AcknowledgeDialog = lazyDialog(
  async () => (await import('./acknowledge-dialog.tsx')).AcknowledgeDialog,
);

/** A row changes its text at its own minute. */
const AGES_EVERY_MS = 1000;
const MINUTE_MS = 60_000;
const NO_PLATFORMS: readonly Connection[] = [];
const NO_WINDOWS: Windows = [];
const NAMES: RowNames = { one: 'incident', many: 'incidents' };

const idOf = ({ id }: Incident) => String(id);

interface IncidentsScreenProps {
  /** As it stands in the address. */
  search: object;
  onSearch: (search: IncidentSearch) => void;
}

/** All incidents: filtered, ordered, read further back, selected. New ones move nothing while somebody reads. */
export function IncidentsScreen({ search: address, onSearch }: IncidentsScreenProps) {
  usePage('Incidents', 'When platforms were down or slow, for how long, and who was on it.');
  const { search, filter } = useFilter(address, parseIncidentSearch, filterOf);
  const { sort } = search;
  const filtered = isFiltered(filter);
  const read = useRead('incidents');
  // A server without the one has not the other either.
  const hasIncidentsByPeople = !isMissing(useRead('operators'));
  const platforms = useReadData('connections') ?? NO_PLATFORMS;
  const now = useServerNow(AGES_EVERY_MS);
  const minute = useServerNow(MINUTE_MS);
  const maintenance = useReadData('maintenance');
  const current = openWindows(maintenance, now);
  const windows = current.length === 0 ? NO_WINDOWS : current;
  const incidents = useIncidents(read.data, filter, platforms, sort === 'longest');
  const rows = useMemo(
    () => sortIncidents(incidents.rows, sort, minute, windows),
    [incidents.rows, sort, minute, windows],
  );
  const list = useRef<HTMLDivElement>(null);
  const isReading = useReading(list);
  const [isSelecting, setSelecting] = useState(false);
  const held = useHeldRows(rows, idOf, isReading || isSelecting, JSON.stringify(search));
  const selection = useSelection(
    useMemo(() => rows.map(idOf), [rows]),
    useMemo(() => held.shown.map(idOf), [held.shown]),
  );
  if (isSelecting !== selection.ids.size > 0) setSelecting(selection.ids.size > 0);
  const names = useMemo(() => new Map(platforms.map(({ id, name }) => [id, name])), [platforms]);
  const selected = held.shown.filter((row) => selection.ids.has(idOf(row)));
  const exportOf =
    (these: readonly Incident[] | undefined): OnExport =>
    (way) =>
      exportIncidents({
        ...{ ...way, filter, sort, selected: these, platforms },
        known: incidents.rows,
        knownAt: read.at,
      });
  return (
    <Card component="section" aria-label="Incidents" padding={0} style={{ overflow: 'visible' }}>
      <FilterBar
        placeholder="Cause, name, note"
        filters={{
          state: { label: 'State', all: 'All states', options: INCIDENT_STATES },
          severity: { label: 'Severity', all: 'All severities', options: INCIDENT_SEVERITIES },
          platform: platformChoice(platforms),
          time: TIME,
          sort: { label: 'Order', all: 'Problems first', options: INCIDENT_SORTS },
        }}
        search={search}
        onChange={(more) => onSearch(parseIncidentSearch({ ...search, ...more }))}
      />
      <RowsBar
        paged={incidents}
        names={NAMES}
        filtered={filtered}
        onExport={exportOf(undefined)}
        now={now}
      >
        {hasIncidentsByPeople ? <IncidentButton /> : null}
      </RowsBar>
      {read.failure ? null : <OlderFailed paged={incidents} names={NAMES} />}
      <Box px="md" pb={readTrouble(read) ? 'xs' : 0}>
        <ReadNote read={read} />
      </Box>
      <div ref={list}>
        <NewRowsButton count={held.newCount} of="incident" onShow={held.showNew} />
        {held.shown.length === 0 ? (
          <NoRows state={incidents.state} filtered={filtered} read={read} />
        ) : (
          <IncidentRows
            incidents={held.shown}
            age={read.age === 'fresh' ? 'fresh' : 'stale'}
            {...{ names, windows, selection, now }}
          />
        )}
      </div>
      <ShowOlder paged={incidents} names={NAMES} />
      <SelectionBar label="incidents" selection={selection}>
        <SelectedActions {...{ selected, names, now }} onDone={selection.clear} />
        <ExportButtons
          count={selected.length}
          selected={selected.length}
          onExport={exportOf(selected)}
        />
      </SelectionBar>
    </Card>
  );
}

interface SelectedActionsProps {
  selected: readonly Incident[];
  /** Of platforms, by their ids. */
  names: ReadonlyMap<string, string>;
  onDone: () => void;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Only open incidents that nobody is on are taken on: nobody is replaced without being asked. */
function SelectedActions({ selected, names, onDone, now }: SelectedActionsProps) {
  const { acknowledgeMany, pending } = useAcknowledgeMany();
  const [asking, setAsking] = useState(false);
  const nameOf = (one: Incident) => incidentName(one, names.get(one.platform));
  const waiting = selected
    .filter((one) => one.endedAt === null && !one.acknowledgement)
    .map((one) => ({ incident: idOf(one), title: incidentTitle(one, nameOf(one), now) }));
  async function acknowledge(note: string): Promise<void> {
    const isDone = await acknowledgeMany(waiting, note);
    setAsking(false);
    if (isDone) onDone();
  }
  function copy(): void {
    const lines = selected.map((one) => incidentLine(one, nameOf(one), now));
    void copyText(lines.join('\n'), `Copied ${lines.length.toLocaleString()} as text`);
  }
  return (
    <>
      <Allowed call="acknowledgeIncident">
        <Button size="xs" disabled={waiting.length === 0} onClick={() => setAsking(true)}>
          I am on it ({waiting.length.toLocaleString()})
        </Button>
      </Allowed>
      <Button size="xs" onClick={copy}>
        Copy as text
      </Button>
      <AcknowledgeDialog
        opened={asking}
        count={waiting.length}
        pending={pending}
        onAcknowledge={(note) => void acknowledge(note)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

interface NoRowsProps {
  state: Incidents['state'];
  filtered: boolean;
  read: ReadState;
}

function NoRows({ state, filtered, read }: NoRowsProps) {
  if (state === 'searching') return <RowsPlaceholder />;
  if (state === 'failed')
    return (
      <EmptyState
        title="No incidents are known on this device"
        description={read.failure?.userMessage ?? 'They are read when the server can be reached.'}
        icon={<IconHistory />}
      />
    );
  return (
    <EmptyState
      title={filtered ? 'No incidents match' : 'No incidents'}
      description={
        filtered
          ? 'All incidents on the server were searched.'
          : 'Nothing was down or slow in the time that is kept.'
      }
      icon={<IconListSearch />}
    />
  );
}
