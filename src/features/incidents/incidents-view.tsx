import { Box, Button, Card, EmptyState } from '@mantine/core';
import { IconHistory, IconListSearch } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { TableFormat } from '../../client/export-table.ts';
import { incidentLine, incidentTitle } from '../../shared/incident-text.ts';
import type { RowNames } from '../../shared/paged-rows.ts';
import { ExportButtons } from '../../ui/export-buttons.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { NewRowsButton } from '../../ui/new-rows-button.tsx';
import { OlderFailed, RowsBar, RowsPlaceholder, ShowOlder } from '../../ui/paged-rows.tsx';
import { ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import { SelectionBar } from '../../ui/select-rows.tsx';
import { useHeldRows } from '../../ui/use-held-rows.ts';
import { useReading } from '../../ui/use-reading.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { Allowed } from '../shell/allowed.tsx';
import { IncidentFilters } from './incident-filters.tsx';
import { IncidentRows } from './incident-rows.tsx';
import { type IncidentFilter, type IncidentSearch, isFiltered } from './incident-search.ts';
import type { TakenOn } from './use-acknowledge-many.ts';
import type { Incidents } from './use-incidents.ts';

const AcknowledgeDialog = lazyDialog(
  async () => (await import('./acknowledge-dialog.tsx')).AcknowledgeDialog,
);

export interface IncidentsViewProps {
  search: IncidentSearch;
  onSearch: (search: IncidentSearch) => void;
  /** Of the search, as of now. */
  filter: IncidentFilter;
  /** In the order of the search. */
  incidents: Incidents;
  /** Of the open and the newest ones, which are kept current. */
  read: ReadState;
  platforms: readonly Connection[];
  /** @returns whether all were acknowledged */
  onAcknowledge: (taken: readonly TakenOn[], note: string) => Promise<boolean>;
  acknowledging: boolean;
  /** @param selected these alone; undefined: every one that matches. Never rejects. */
  onExport: (
    format: TableFormat,
    selected: readonly Incident[] | undefined,
    onProgress: (rows: number) => void,
  ) => Promise<void>;
  onCopy: (lines: readonly string[]) => void;
  /** Server time now, epoch milliseconds. */
  now: number;
}

const NAMES: RowNames = { one: 'incident', many: 'incidents' };

const idOf = ({ id }: Incident) => String(id);

/** All incidents: filtered, ordered, read further back, selected. New ones move nothing while somebody reads. */
export function IncidentsView(props: IncidentsViewProps) {
  const { search, filter, incidents, read, platforms, onExport, now } = props;
  const { rows } = incidents;
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
  return (
    <Card component="section" aria-label="Incidents" padding={0} style={{ overflow: 'visible' }}>
      <IncidentFilters {...props} />
      <RowsBar
        paged={incidents}
        names={NAMES}
        filtered={isFiltered(filter)}
        onExport={(format, onProgress) => onExport(format, undefined, onProgress)}
        now={now}
      />
      {read.failure ? null : <OlderFailed paged={incidents} names={NAMES} />}
      <Box px="md" pb={readTrouble(read) ? 'xs' : 0}>
        <ReadNote read={read} now={now} />
      </Box>
      <div ref={list}>
        <NewRowsButton count={held.newCount} of="incident" onShow={held.showNew} />
        {held.shown.length === 0 ? (
          <NoRows state={incidents.state} filtered={isFiltered(filter)} read={read} />
        ) : (
          <IncidentRows incidents={held.shown} names={names} selection={selection} now={now} />
        )}
      </div>
      <ShowOlder paged={incidents} names={NAMES} />
      <SelectionBar label="incidents" selection={selection}>
        <SelectedActions {...props} selected={selected} names={names} onDone={selection.clear} />
      </SelectionBar>
    </Card>
  );
}

interface SelectedActionsProps extends IncidentsViewProps {
  selected: readonly Incident[];
  names: ReadonlyMap<string, string>;
  onDone: () => void;
}

/** Only open incidents that nobody is on are taken on: nobody is replaced without being asked. */
function SelectedActions(props: SelectedActionsProps) {
  const { selected, names, onAcknowledge, acknowledging, onExport, onCopy, onDone, now } = props;
  const [asking, setAsking] = useState(false);
  const nameOf = ({ platform }: Incident) => names.get(platform) ?? platform;
  const waiting = selected
    .filter((one) => one.endedAt === null && !one.acknowledgement)
    .map((one) => ({ incident: idOf(one), title: incidentTitle(one, nameOf(one), now) }));
  async function acknowledge(note: string): Promise<void> {
    const isDone = await onAcknowledge(waiting, note);
    setAsking(false);
    if (isDone) onDone();
  }
  return (
    <>
      <Allowed call="acknowledgeIncident">
        <Button size="xs" disabled={waiting.length === 0} onClick={() => setAsking(true)}>
          I am on it ({waiting.length.toLocaleString()})
        </Button>
      </Allowed>
      <Button
        size="xs"
        onClick={() => onCopy(selected.map((one) => incidentLine(one, nameOf(one), now)))}
      >
        Copy as text
      </Button>
      <ExportButtons
        count={selected.length}
        selected={selected.length}
        onExport={(format, onProgress) => onExport(format, selected, onProgress)}
      />
      <AcknowledgeDialog
        opened={asking}
        count={waiting.length}
        pending={acknowledging}
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
          : 'Every platform has been connected since the server began to measure.'
      }
      icon={<IconListSearch />}
    />
  );
}
