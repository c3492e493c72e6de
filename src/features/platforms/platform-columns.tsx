import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import type { Age } from '../../shared/model.ts';
import type { TableColumn } from '../../ui/card-table.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { kindName } from './kinds/kinds.ts';
import { fixedReason } from './platform-changes.ts';
import { PlatformMenu, type PlatformMenuProps } from './platform-menu.tsx';
import { groupingOf } from './platform-values.ts';
import styles from './platforms.module.css';

interface ColumnsOf extends Omit<PlatformMenuProps, 'row'> {
  /** How they are now; undefined: nothing is known. */
  states: readonly Connection[] | undefined;
  age: Age;
}

/** Each platform as it was set up, and how it is. */
export function platformColumns(of: ColumnsOf): readonly TableColumn<PlatformRow>[] {
  const { states, age, ...menu } = of;
  const byId = new Map(states?.map((state) => [state.id, state]));
  return [
    {
      name: 'Platform',
      className: styles.name,
      isHeader: true,
      cell: (row) => (
        <>
          <Link to="/mesh-network/$platform" params={{ platform: row.id }}>
            {row.name}
          </Link>{' '}
          <Origin row={row} />
        </>
      ),
    },
    {
      name: 'Status',
      className: styles.status,
      cell: ({ id }) => {
        const { status = 'unknown', failure } = byId.get(id) ?? {};
        return (
          <>
            <StatusMark status={status} word age={age} />
            {failure && age !== 'unknown' ? <small>{failure}</small> : null}
          </>
        );
      },
    },
    { name: 'What it is', className: styles.about, cell: (row) => <small>{aboutText(row)}</small> },
    {
      name: 'Actions',
      className: styles.actions,
      cell: (row) => <PlatformMenu row={row} {...menu} />,
    },
  ];
}

function Origin({ row }: { row: PlatformRow }) {
  if (row.simulated) return <Badge size="sm">Simulated</Badge>;
  return fixedReason(row) ? <Badge size="sm">From the file</Badge> : null;
}

/** @returns its kind, where it is reached, its group and its tags */
function aboutText(row: PlatformRow): string {
  const { group, tags = [] } = groupingOf(row);
  const kind = row.kind === 'report' ? '' : kindName(row.kind);
  const grouping = [group, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' ');
  return [kind, row.target, grouping].filter(Boolean).join(' · ');
}
