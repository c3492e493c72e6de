import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { AccessSettings, Invitation, Person } from '../../../contract/shapes/people.ts';
import { useServerNow } from '../../client/connection.ts';
import { accountName } from '../../client/markers.ts';
import { useDisabledReason } from '../../client/permissions.ts';
import { useRead } from '../../client/reads.ts';
import { useReady } from '../../client/use-ready.ts';
import { Panel } from '../../ui/panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { InvitationsPanel } from './invitations-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { type PeopleActions, usePeopleActions } from './use-people-actions.ts';
import '../../ui/theme/late-styles.css';

const AGES_EVERY_MS = 5000;
const NOT_FOUND = 404;

/** Who may come in, with their data; for others than admins, why they do not see it. */
export function PeopleScreen() {
  const reason = useDisabledReason('people');
  if (reason === undefined) return <PeopleWithData />;
  return (
    <Panel title="People">
      <Text>{reason}</Text>
    </Panel>
  );
}

function PeopleWithData() {
  const people = useRead('people');
  const invitations = useRead('invitations');
  const settings = useRead('accessSettings');
  const now = useServerNow(AGES_EVERY_MS);
  const actions = usePeopleActions();
  useReady(!people.loading && !invitations.loading && !settings.loading);
  if (people.failure?.status === NOT_FOUND)
    return <Text>This server keeps no list of people.</Text>;
  const own = accountName();
  return <PeopleView {...{ people, invitations, settings, own, actions, now }} />;
}

interface PeopleViewProps {
  people: DataRead<readonly Person[]>;
  invitations: DataRead<readonly Invitation[]>;
  settings: DataRead<AccessSettings>;
  /** Username of who looks at it. */
  own: string;
  actions: PeopleActions;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Everybody with an account, who is invited, and what holds for all. */
export function PeopleView(props: PeopleViewProps) {
  const { people, invitations, settings, own, actions, now } = props;
  return (
    <Stack gap="md">
      <PeoplePanel people={people} own={own} actions={actions} now={now} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <InvitationsPanel
          invitations={invitations}
          registration={settings.data?.registration}
          actions={actions}
          now={now}
        />
        <SettingsPanel settings={settings} actions={actions} now={now} />
      </SimpleGrid>
    </Stack>
  );
}
