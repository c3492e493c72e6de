import { DAY_MS, MINUTE_MS } from '../../../contract/limits.ts';
import type { AccessSettings, Invitation, Person } from '../../../contract/shapes/people.ts';
import { LONG_TEXT, LONG_WORD, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { InvitationDialog } from './invitation-dialog.tsx';
import { PeopleScreen } from './people-screen.tsx';
import { RoleDialog } from './person-card.tsx';

const person = (id: string, more: Partial<Person> = {}): Person => ({
  ...{ id, username: id, email: `${id}@mesh.example`, role: 'operator', source: 'local' },
  ...{ secondFactor: false, sessions: 1, disabledAt: null },
  createdAt: NOW - 200 * DAY_MS,
  lastSeenAt: NOW - 5 * MINUTE_MS,
  ...more,
});

export const PEOPLE: readonly Person[] = [
  person('ada', { role: 'admin', secondFactor: true, sessions: 3, lastSeenAt: NOW }),
  person('grace', { secondFactor: true, sessions: 2 }),
  person('hall-guest', { role: 'viewer', email: '', sessions: 0, lastSeenAt: null }),
  person('katherine', { source: 'oidc', lastSeenAt: NOW - 2 * DAY_MS, sessions: 0 }),
  person('mary', { sessions: 0, disabledAt: NOW - 3 * DAY_MS }),
];

const invitation = (id: string, more: Partial<Invitation> = {}): Invitation => ({
  ...{ id, role: 'operator', note: 'Annie, night shift', createdBy: 'ada' },
  ...{ createdAt: NOW - DAY_MS, expiresAt: NOW + 2 * DAY_MS, usedBy: null, usedAt: null },
  ...more,
});

export const INVITATIONS: readonly Invitation[] = [
  invitation('i1'),
  invitation('i2', { note: '', role: 'viewer', expiresAt: NOW - MINUTE_MS }),
  invitation('i3', { note: 'Grace', usedBy: 'grace', usedAt: NOW - 3 * DAY_MS }),
];

export const SETTINGS: AccessSettings = {
  ...{ registration: 'invite', signUpRole: 'viewer', exposed: true },
  oidc: { name: 'Example ID', issuer: 'https://id.example' },
  ...{ secondFactorFor: ['admin'], auditDays: 365 },
};

interface Shown {
  people?: readonly Person[];
  invitations?: readonly Invitation[];
  settings?: AccessSettings;
}

const screen = (shown: Shown = {}, stand?: Stand) => (
  <Seeded
    account="ada"
    entries={[
      ...known('people', shown.people ?? PEOPLE, stand),
      ...known('invitations', shown.invitations ?? INVITATIONS, stand),
      ...known('accessSettings', shown.settings ?? SETTINGS, stand),
    ]}
  >
    <PeopleScreen />
  </Seeded>
);

const OPEN: AccessSettings = { ...SETTINGS, registration: 'open', oidc: null };
const LONG = PEOPLE.map((one) => ({ ...one, username: LONG_WORD + one.id, email: LONG_WORD }));

export const stories: StorySet = {
  title: 'People',
  alone: true,
  stories: {
    full: () => screen(),
    'one person, nobody invited': () => screen({ people: PEOPLE.slice(0, 1), invitations: [] }),
    'open to everybody': () => screen({ settings: OPEN }),
    'registration closed': () => screen({ settings: { ...SETTINGS, registration: 'closed' } }),
    'long text': () =>
      screen({ people: LONG, invitations: [invitation('i1', { note: LONG_TEXT })] }),
    loading: () => screen({}, 'loading'),
    failed: () => screen({}, 'failed'),
    'last known': () => screen({}, 'failing'),
    'another role': () => <RoleDialog opened person={person('grace')} onClose={nothing} />,
    'an invitation': () => <InvitationDialog opened onClose={nothing} />,
  },
};
