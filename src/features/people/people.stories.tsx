import type { AccessSettings, Invitation, Person } from '../../../contract/shapes/people.ts';
import { LONG_TEXT, LONG_WORD, NOW, READINGS } from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { InvitationDialog } from './invitation-dialog.tsx';
import { PeopleView } from './people-screen.tsx';
import { PersonQuestionDialog } from './person-question.tsx';
import { RoleDialog } from './role-dialog.tsx';
import type { PeopleActions } from './use-people-actions.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

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

const done = async () => ({ message: 'Done' });
export const ACTIONS: PeopleActions = {
  busyWith: undefined,
  changeRole: done,
  ...{ disable: nothing, signOut: nothing, removeSecondFactor: nothing, remove: nothing },
  invite: async () => ({ message: 'Ready', secret: 'x7Qm'.repeat(10) }),
  revoke: nothing,
  saveSettings: done,
};

type View = Parameters<typeof PeopleView>[0];

const screen = (more: Partial<View> = {}) => (
  <PeopleView
    people={{ ...READINGS.fresh, data: PEOPLE }}
    invitations={{ ...READINGS.fresh, data: INVITATIONS }}
    settings={{ ...READINGS.fresh, data: SETTINGS }}
    own="ada"
    actions={ACTIONS}
    now={NOW}
    {...more}
  />
);

/** All three reads in one state. */
const all = (reading: (typeof READINGS)[keyof typeof READINGS]) => ({
  people: { ...reading, data: undefined },
  invitations: { ...reading, data: undefined },
  settings: { ...reading, data: undefined },
});

const OPEN: AccessSettings = { ...SETTINGS, registration: 'open', oidc: null };
const LONG = PEOPLE.map((one) => ({ ...one, username: LONG_WORD + one.id, email: LONG_WORD }));

export const stories: StorySet = {
  title: 'People',
  alone: true,
  stories: {
    full: () => screen(),
    'one person, nobody invited': () =>
      screen({
        people: { ...READINGS.fresh, data: PEOPLE.slice(0, 1) },
        invitations: { ...READINGS.fresh, data: [] },
      }),
    'open to everybody': () => screen({ settings: { ...READINGS.fresh, data: OPEN } }),
    'registration closed': () =>
      screen({ settings: { ...READINGS.fresh, data: { ...SETTINGS, registration: 'closed' } } }),
    'long text': () =>
      screen({
        people: { ...READINGS.fresh, data: LONG },
        invitations: { ...READINGS.fresh, data: [invitation('i1', { note: LONG_TEXT })] },
      }),
    loading: () => screen(all(READINGS.loading)),
    failed: () => screen(all(READINGS.failed)),
    'last known': () => screen({ people: { ...READINGS.failing, data: PEOPLE } }),
    'under way': () => screen({ actions: { ...ACTIONS, busyWith: 'grace' } }),
    'another role': () => (
      <RoleDialog opened person={person('grace')} onSave={done} onClose={nothing} />
    ),
    'a question': () => (
      <PersonQuestionDialog
        question={{ kind: 'remove', person: person('grace') }}
        actions={ACTIONS}
        onClose={nothing}
      />
    ),
    'an invitation': () => <InvitationDialog opened onInvite={ACTIONS.invite} onClose={nothing} />,
  },
};
