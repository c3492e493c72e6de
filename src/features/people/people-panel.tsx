import { Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ROLES, type Role } from '../../../contract/roles.ts';
import type { Person } from '../../../contract/shapes/people.ts';
import { useRead } from '../../console/reads.ts';
import { accountName } from '../../device/markers.ts';
import { keyIn } from '../../domain/address-values.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { TableRows } from '../../ui/table-screen/table-rows.tsx';
import { useTable } from '../../ui/table-screen/use-table.ts';
import styles from './people.module.css';
import { PersonCard } from './person-card.tsx';

const ROLE_OPTIONS = Object.fromEntries(ROLES.map((role) => [role, role])) as Record<Role, string>;
const NAMES = { one: 'person', many: 'people' };
/** In pixels, with its margin. */
const CARD_HEIGHT = 89;
/** Two stand side by side where there is room. */
const CARD_REM = 27;

const idOf = ({ id }: Person) => id;
const COLUMNS = [
  {
    name: 'Person',
    className: undefined,
    isHeader: true,
    cell: (person: Person) => (
      <PersonCard person={person} isOwn={person.username === accountName()} />
    ),
  },
];

/** Everybody who has an account, and what can be done about each. */
export function PeoplePanel() {
  const people = useRead('people');
  return (
    <ReadPanel
      title="People"
      description={rolesText(people.data)}
      read={people}
      failed="The list of people could not be read"
      room={{ base: '18.25rem', lg: '12rem' }}
      lines={3}
    >
      {(list) => <People list={list} />}
    </ReadPanel>
  );
}

function People({ list }: { list: readonly Person[] }) {
  const [q, setQ] = useState<string>();
  const [role, setRole] = useState<Role>();
  const rows = useMemo(() => list.filter((person) => matches(person, q, role)), [list, q, role]);
  const table = useTable({ rows, idOf, list: `${role} ${q}` });
  return (
    <>
      <Group component="search" gap="xs" align="end">
        <SearchInput label="Search" flex="4 1 14rem" maw="24rem" q={q} onSearch={setQ} />
        <FilterSelect
          label="Role"
          all="All roles"
          options={ROLE_OPTIONS}
          value={role}
          onChange={(value) => setRole(keyIn(ROLE_OPTIONS, value))}
        />
      </Group>
      {rows.length === 0 ? (
        <EmptyState title="Nobody matches" icon={<IconUsers />} />
      ) : (
        <TableRows
          table={table}
          columns={COLUMNS}
          names={NAMES}
          layout="list"
          className={styles.person}
          rowHeight={CARD_HEIGHT}
          cardRem={CARD_REM}
          rowProps={({ username }) => ({ 'aria-label': username })}
        />
      )}
    </>
  );
}

function rolesText(people: readonly Person[] | undefined): string {
  if (people === undefined) return 'Who can sign in';
  const count = (role: Role) => people.filter((person) => person.role === role).length;
  const parts = ROLES.toReversed().map((role) => {
    const number = count(role);
    return `${number} ${role}${number === 1 ? '' : 's'}`;
  });
  return parts.join(', ');
}

function matches(person: Person, q: string | undefined, role: Role | undefined): boolean {
  const { username, email } = person;
  const text = `${username} ${email}`.toLowerCase();
  return text.includes((q ?? '').trim().toLowerCase()) && (role ?? person.role) === person.role;
}
