import { SimpleGrid, Stack, Text } from '@mantine/core';
import { isMissing, useRead } from '../../console/reads.ts';
import { useReady } from '../../device/use-ready.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReadFailed, ReadNote } from '../../ui/read-state.tsx';
import wrapping from '../../ui/wrapping-buttons.module.css';
import { DevicesPanel } from './devices-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { RemoveAccountPanel } from './remove-account-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { mustSetUp } from './second-factor-text.ts';
import { TokensPanel } from './tokens-panel.tsx';
import '../../ui/theme/late-styles.css';

/**
 * Who I am here, how I sign in, and from where.
 *
 * @param onSignedOut the session of this device was ended
 */
export function AccountScreen({ onSignedOut }: { onSignedOut: () => void }) {
  const read = useRead('account');
  const { data: account, failure } = read;
  useReady(!read.loading);
  if (isMissing(read)) return <Text>This server has no page for accounts.</Text>;
  if (account === undefined && failure)
    return (
      <Panel title="Account">
        <ReadFailed text="The account could not be read" failure={failure} />
      </Panel>
    );
  const who = (
    <Stack key="who" gap="md">
      <ProfilePanel />
      <DevicesPanel onSignedOut={onSignedOut} />
    </Stack>
  );
  const proofs = (
    <Stack key="proofs" gap="md">
      <SecondFactorPanel />
      <TokensPanel />
    </Stack>
  );
  // What has to be done stands first, on a phone too.
  const isSetUpFirst = account !== undefined && mustSetUp(account);
  return (
    <Stack gap="md" className={wrapping.area ?? ''}>
      <ReadNote read={read} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {isSetUpFirst ? [proofs, who] : [who, proofs]}
      </SimpleGrid>
      <RemoveAccountPanel onSignedOut={onSignedOut} />
    </Stack>
  );
}
