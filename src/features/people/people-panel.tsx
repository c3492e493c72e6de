import { EmptyState, Group, SimpleGrid } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { ROLES, type Role } from '../../../contract/roles.ts';
import type { Person } from '../../../contract/shapes/people.ts';
import { useRead } from '../../console/reads.ts';
import { accountName } from '../../device/markers.ts';
import { keyIn } from '../../domain/address-values.ts';
import { FilterSelect } from '../../ui/filters.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { PersonCard } from './person-card.tsx';

const ROLE_OPTIONS = Object.fromEntries(ROLES.map((role) => [role, role])) as Record<Role, string>;

/** Everybody who has an account, and what can be done about each. */
export function PeoplePanel() {
  const people = useRead('people');
  const [q, setQ] = useState<string>();
  const [role, setRole] = useState<Role>();
  return (
    <ReadPanel
      title="People"
      description={countText(people.data)}
      read={people}
      failed="The list of people could not be read"
      room={{ base: '18.25rem', lg: '12rem' }}
      lines={3}
    >
      {(list) => {
        const shown = list.filter((person) => matches(person, q, role));
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
            <SimpleGrid component="ul" cols={{ base: 1, lg: 2 }} spacing="sm">
              {shown.map((person) => (
                <PersonCard
                  key={person.id}
                  person={person}
                  isOwn={person.username === accountName()}
                />
              ))}
            </SimpleGrid>
            {shown.length === 0 ? <EmptyState title="Nobody matches" icon={<IconUsers />} /> : null}
          </>
        );
      }}
    </ReadPanel>
  );
}

function countText(people: readonly Person[] | undefined): string {
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
