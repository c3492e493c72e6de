import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { AccountDetails } from '../../../contract/shapes/people.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { useReady } from '../../client/use-ready.ts';
import { Panel } from '../../ui/panel.tsx';
import { type DataRead, ReadFailed, ReadNote } from '../../ui/read-state.tsx';
import { useLeaveNow } from '../auth/leave.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { RemoveAccountPanel } from './remove-account-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { mustSetUp } from './second-factor-text.ts';
import { TokensPanel } from './tokens-panel.tsx';
import { type AccountActions, useAccountActions } from './use-account-actions.ts';
import '../../ui/theme/late-styles.css';

const AGES_EVERY_MS = 5000;
const NOT_FOUND = 404;

/** The account of who is signed in, with its data. */
export function AccountScreen() {
  const account = useRead('account');
  const actions = useAccountActions();
  const leaveNow = useLeaveNow();
  const now = useServerNow(AGES_EVERY_MS);
  useReady(!account.loading);
  if (account.failure?.status === NOT_FOUND)
    return <Text>This server has no page for accounts.</Text>;
  return <AccountView account={account} actions={actions} onSignedOut={leaveNow} now={now} />;
}

interface AccountViewProps {
  account: DataRead<AccountDetails>;
  actions: AccountActions;
  /** The session of this device was ended. */
  onSignedOut: () => void;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Who I am here, how I sign in, and from where. */
export function AccountView({ account: read, actions, onSignedOut, now }: AccountViewProps) {
  const { data: account, failure } = read;
  if (account === undefined && failure)
    return (
      <Panel title="Account">
        <ReadFailed text="The account could not be read" failure={failure} />
      </Panel>
    );
  const rest = { account, actions, now };
  const who = (
    <Stack key="who" gap="md">
      <ProfilePanel account={account} actions={actions} />
      <DevicesPanel {...rest} onSignedOut={onSignedOut} />
    </Stack>
  );
  const proofs = (
    <Stack key="proofs" gap="md">
      <SecondFactorPanel {...rest} />
      <TokensPanel {...rest} />
    </Stack>
  );
  // What has to be done stands first, on a phone too.
  const isSetUpFirst = account !== undefined && mustSetUp(account);
  return (
    <Stack gap="md">
      <ReadNote read={read} now={now} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {isSetUpFirst ? [proofs, who] : [who, proofs]}
      </SimpleGrid>
      <RemoveAccountPanel account={account} actions={actions} onSignedOut={onSignedOut} />
    </Stack>
  );
}
