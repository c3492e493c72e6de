import { Button } from '@mantine/core';
import { IconHistory, IconListSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { MINUTE_MS } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { serverNowShown, useServerNow } from '../../console/connection.ts';
import { useTableSearch } from '../../console/paged-rows.ts';
import { isMissing, useRead, useReadData } from '../../console/reads.ts';
import { incidentName } from '../../domain/affected.ts';
import { incidentLine } from '../../domain/incident-line.ts';
import { clockText } from '../../domain/moment.ts';
import { isInMaintenance, openWindows } from '../../domain/open-incidents.ts';
import { countText, isFiltered, type RowNames } from '../../domain/paged-rows.ts';
import { copyText } from '../../ui/copy-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { platformChoice, TIME } from '../../ui/filters.tsx';
import { usePage } from '../../ui/page-title.ts';
import type { ReadState } from '../../ui/read-state.tsx';
import { ScreenPlaceholder } from '../../ui/screen-placeholder.tsx';
import { TableScreen } from '../../ui/table-screen/table-screen.tsx';
import { useTable } from '../../ui/table-screen/use-table.ts';
import { IncidentButton } from './incident-button.tsx';
import { incidentColumns } from './incident-columns.tsx';
import {
  filterOf,
  INCIDENT_SEVERITIES,
  INCIDENT_SORTS,
  INCIDENT_STATES,
  type IncidentSearch,
  incidentSearch,
  sortIncidents,
} from './incident-search.ts';
import styles from './incidents.module.css';
import { OpenProblems } from './open-problems.tsx';
import { exportIncidents } from './save-incidents.ts';
import { type Incidents, useIncidents } from './use-incidents.ts';
import '../../ui/theme/late-styles.css';

const NO_PLATFORMS: readonly Connection[] = [];
const NAMES: RowNames = { one: 'incident', many: 'incidents' };

/** In pixels, of one line. */
const ROW_HEIGHT = 45;

const idOf = ({ id }: Incident) => String(id);

interface IncidentsScreenProps {
  /** As it stands in the address. */
  search: object;
  onSearch: (search: IncidentSearch) => void;
}

/** The incidents, once it is known which of them are open: those stand above the others. */
export function IncidentsScreen(props: IncidentsScreenProps) {
  usePage('Incidents', 'When platforms were down or slow, for how long, and who was on it.');
  return useRead('incidents').loading ? <ScreenPlaceholder /> : <KnownIncidents {...props} />;
}

/**
 * The open incidents, a row each, then those that have ended or are in maintenance: filtered, ordered, read further back, selected. New ones move nothing
 * in the table while somebody reads.
 */
function KnownIncidents({ search: address, onSearch }: IncidentsScreenProps) {
  const { search, filter, list } = useTableSearch(address, incidentSearch, filterOf);
  const { sort } = search;
  const filtered = isFiltered(filter);
  const read = useRead('incidents');
  // A server without the one has not the other either.
  const hasIncidentsByPeople = !isMissing(useRead('operators'));
  const platforms = useReadData('connections') ?? NO_PLATFORMS;
  const minute = useServerNow(MINUTE_MS);
  const maintenance = useReadData('maintenance');
  const source = useIncidents(read.data, filter, platforms, sort === 'longest');
  const rows = useMemo(
    () =>
      sortIncidents(
        source.rows.filter(
          (one) => one.endedAt !== null || isInMaintenance(one, openWindows(maintenance, minute)),
        ),
        sort,
        minute,
      ),
    [source.rows, sort, minute, maintenance],
  );
  const open = source.rows.length - rows.length;
  const table = useTable({ rows, idOf, list });
  const columns = useMemo(() => incidentColumns(platforms), [platforms]);
  const nameOf = (one: Incident) => incidentName(one, platforms);
  return (
    <TableScreen
      label="Incidents"
      about={<OpenProblems filter={filter} platforms={platforms} isFiltered={filtered} />}
      placeholder="Cause, name, note"
      filters={{
        state: { label: 'State', all: 'All states', options: INCIDENT_STATES },
        severity: { label: 'Severity', all: 'All severities', options: INCIDENT_SEVERITIES },
        platform: platformChoice(platforms),
        time: TIME,
        sort: { label: 'Order', all: 'Newest first', options: INCIDENT_SORTS },
      }}
      search={search}
      onChange={(more) => onSearch(incidentSearch.parse({ ...search, ...more }))}
      {...{ source, read, table, columns }}
      names={NAMES}
      countText={`${countText(source, filtered, NAMES)}${open > 0 ? `, ${open} of them open` : ''}`}
      buttons={hasIncidentsByPeople ? <IncidentButton /> : null}
      className={styles.row}
      rowHeight={ROW_HEIGHT}
      labelOf={(one) => `${nameOf(one)}, ${clockText(one.startedAt, serverNowShown())}`}
      exportOf={exportIncidents({
        ...{ filter, sort, platforms },
        known: source.rows,
        knownAt: read.at,
      })}
      empty={
        <NoRows
          state={source.state}
          filtered={filtered}
          read={read}
          hasOpen={source.rows.length > 0}
        />
      }
      selectedActions={<CopySelected selected={table.selected} nameOf={nameOf} />}
    />
  );
}

interface CopySelectedProps {
  selected: readonly Incident[];
  nameOf: (incident: Incident) => string;
}

function CopySelected({ selected, nameOf }: CopySelectedProps) {
  function copy(): void {
    const lines = selected.map((one) => incidentLine(one, nameOf(one), serverNowShown()));
    void copyText(lines.join('\n'), `Copied ${lines.length.toLocaleString()} as text`);
  }
  return (
    <Button size="xs" onClick={copy}>
      Copy as text
    </Button>
  );
}

interface NoRowsProps {
  state: Incidents['state'];
  filtered: boolean;
  read: ReadState;
  /** There are open ones above. */
  hasOpen: boolean;
}

function NoRows({ state, filtered, read, hasOpen }: NoRowsProps) {
  if (hasOpen) return <EmptyState title="None that has ended" icon={<IconHistory />} />;
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
