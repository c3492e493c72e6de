import { SimpleGrid, Stack, Text } from '@mantine/core';
import { isMissing, useRead } from '../../console/reads.ts';
import { useReady } from '../../device/use-ready.ts';
import { ChannelsPanel } from './channels-panel.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import '../../ui/theme/late-styles.css';

/** Whom this server tells when nobody looks at a screen. */
export function AlertsScreen() {
  const channels = useRead('alertChannels');
  const rules = useRead('alertRules');
  const deliveries = useRead('alertDeliveries');
  useReady(!channels.loading && !rules.loading && !deliveries.loading);
  if (isMissing(channels)) return <Text>This server sends no alerts.</Text>;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ChannelsPanel />
        <RulesPanel />
      </SimpleGrid>
      <DeliveriesPanel />
    </Stack>
  );
}
