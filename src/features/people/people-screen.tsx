import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisabledReason } from '../../console/permissions.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { useReady } from '../../device/use-ready.ts';
import { Panel } from '../../ui/panel.tsx';
import { InvitationsPanel } from './invitations-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import '../../ui/theme/late-styles.css';

/** Who may come in; for others than admins, why they do not see it. */
export function PeopleScreen() {
  const reason = useDisabledReason('people');
  if (reason === undefined) return <People />;
  return (
    <Panel title="People">
      <Text>{reason}</Text>
    </Panel>
  );
}

/** Everybody with an account, who is invited, and what holds for all. */
function People() {
  const people = useRead('people');
  const invitations = useRead('invitations');
  const settings = useRead('accessSettings');
  useReady(!people.loading && !invitations.loading && !settings.loading);
  if (isMissing(people)) return <Text>This server keeps no list of people.</Text>;
  return (
    <Stack gap="md">
      <PeoplePanel />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <InvitationsPanel />
        <SettingsPanel />
      </SimpleGrid>
    </Stack>
  );
}
