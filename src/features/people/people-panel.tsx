import { EmptyState, Group, SimpleGrid } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { ROLES, type Role } from '../../../contract/roles.ts';
import type { Person } from '../../../contract/shapes/people.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { PersonCard } from './person-card.tsx';
import { type PersonQuestion, PersonQuestionDialog } from './person-question.tsx';
import { RoleDialog } from './role-dialog.tsx';
import type { PeopleActions } from './use-people-actions.ts';

interface PeoplePanelProps {
  people: DataRead<readonly Person[]>;
  /** Username of who looks at it. */
  own: string;
  actions: PeopleActions;
  /** Server time now, epoch milliseconds. */
  now: number;
}

const ROLE_OPTIONS = Object.fromEntries(ROLES.map((role) => [role, role])) as Record<Role, string>;

/** Everybody who has an account, and what can be done about each. */
export function PeoplePanel({ people, own, actions, now }: PeoplePanelProps) {
  const [q, setQ] = useState<string>();
  const [role, setRole] = useState<Role>();
  const [changed, setChanged] = useState<Person>();
  const [question, setQuestion] = useState<PersonQuestion>();
  return (
    <ReadPanel
      title="People"
      description={countText(people.data)}
      read={people}
      failed="The list of people could not be read"
      room={{ base: '18.25rem', lg: '12rem' }}
      lines={3}
      now={now}
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
                onChange={setRole}
              />
            </Group>
            <SimpleGrid component="ul" cols={{ base: 1, lg: 2 }} spacing="sm">
              {shown.map((person) => (
                <PersonCard
                  key={person.id}
                  person={person}
                  isOwn={person.username === own}
                  isBusy={actions.busyWith === person.id}
                  onRole={() => setChanged(person)}
                  onEnable={() => actions.disable(person.id, false)}
                  onAsk={(kind) => setQuestion({ kind, person })}
                  now={now}
                />
              ))}
            </SimpleGrid>
            {shown.length === 0 ? <EmptyState title="Nobody matches" icon={<IconUsers />} /> : null}
            <RoleDialog
              opened={changed !== undefined}
              person={changed}
              onSave={actions.changeRole}
              onClose={() => setChanged(undefined)}
            />
            <PersonQuestionDialog
              question={question}
              actions={actions}
              onClose={() => setQuestion(undefined)}
            />
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
