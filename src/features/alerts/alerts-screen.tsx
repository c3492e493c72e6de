import { Stack, Text } from '@mantine/core';
import { isMissing, useRead } from '../../console/reads.ts';
import { useReady } from '../../device/use-ready.ts';
import { ScreenPlaceholder } from '../../ui/screen-placeholder.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { WaysPanel } from './ways-panel.tsx';
import '../../ui/theme/late-styles.css';

/** Whom this server tells when nobody looks at a screen. */
export function AlertsScreen() {
  const channels = useRead('alertChannels');
  const rules = useRead('alertRules');
  const deliveries = useRead('alertDeliveries');
  const isLoading = channels.loading || rules.loading;
  useReady(!isLoading && !deliveries.loading);
  if (isLoading) return <ScreenPlaceholder />;
  if (isMissing(channels)) return <Text>This server sends no alerts.</Text>;
  return (
    <Stack gap="md">
      <WaysPanel />
      <RulesPanel />
      <DeliveriesPanel />
    </Stack>
  );
}
