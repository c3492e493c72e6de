import { useCallback, useMemo } from 'react';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { notify } from '../../shared/notices.ts';
import { usePage } from '../shell/page-title.ts';
import {
  filterOf,
  type IncidentSearch,
  parseIncidentSearch,
  sortIncidents,
} from './incident-search.ts';
import { IncidentsView } from './incidents-view.tsx';
import { exportIncidents } from './save-incidents.ts';
import { useAcknowledgeMany } from './use-acknowledge-many.ts';
import { useIncidents } from './use-incidents.ts';
import '../../ui/theme/late-styles.css';

/** A row changes its text at its own minute. */
const AGES_EVERY_MS = 1000;
const MINUTE_MS = 60_000;

interface IncidentsScreenProps {
  /** As it stands in the address. */
  search: object;
  onSearch: (search: IncidentSearch) => void;
}

/** The incidents with their data. */
export function IncidentsScreen({ search: address, onSearch }: IncidentsScreenProps) {
  usePage('Incidents', 'When platforms were down or slow, for how long, and who was on it.');
  const text = JSON.stringify(address);
  const search = useMemo(() => parseIncidentSearch(JSON.parse(text)), [text]);
  const read = useRead('incidents');
  const platforms = useRead('connections').data ?? [];
  const now = useServerNow(AGES_EVERY_MS);
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const filter = useMemo(() => filterOf(search, minute), [search, minute]);
  const incidents = useIncidents(read.data, filter, search.sort === 'longest');
  const rows = useMemo(
    () => sortIncidents(incidents.rows, search.sort, minute),
    [incidents.rows, search.sort, minute],
  );
  const { acknowledgeMany, pending } = useAcknowledgeMany();
  const onCopy = useCallback((lines: readonly string[]) => void copyLines(lines), []);
  return (
    <IncidentsView
      search={search}
      onSearch={onSearch}
      filter={filter}
      incidents={{ ...incidents, rows }}
      read={read}
      platforms={platforms}
      onAcknowledge={acknowledgeMany}
      acknowledging={pending}
      onExport={(format, selected, onProgress) =>
        exportIncidents({
          format,
          filter,
          sort: search.sort,
          selected,
          known: incidents.rows,
          knownAt: read.at,
          platforms,
          onProgress,
        })
      }
      onCopy={onCopy}
      now={now}
    />
  );
}

/** Browsers let pages copy in secure contexts only: elsewhere there is no clipboard. */
async function copyLines(lines: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(lines.join('\n'));
    notify({ severity: 'success', title: `Copied ${lines.length.toLocaleString()} as text` });
  } catch {
    notify({
      severity: 'error',
      title: 'This browser does not let the page copy',
      message: 'Open the console by https to copy, or export the selected incidents.',
    });
  }
}
