import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { Channel, Delivery, Rule } from '../../../contract/shapes/alert.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { useReady } from '../../client/use-ready.ts';
import type { DataRead } from '../../ui/read-state.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { type AlertActions, useAlertActions } from './use-alert-actions.ts';
import '../../ui/theme/late-styles.css';

const AGES_EVERY_MS = 5000;
const NOT_FOUND = 404;

/** Alerts with their data: whom this server tells when nobody looks at a screen. */
export function AlertsScreen() {
  const channels = useRead('alertChannels');
  const rules = useRead('alertRules');
  const deliveries = useRead('alertDeliveries');
  const platforms = useRead('connections').data ?? [];
  const now = useServerNow(AGES_EVERY_MS);
  const actions = useAlertActions();
  useReady(!channels.loading && !rules.loading && !deliveries.loading);
  if (channels.failure?.status === NOT_FOUND) return <Text>This server sends no alerts.</Text>;
  return <AlertsView {...{ channels, rules, deliveries, platforms, actions, now }} />;
}

interface AlertsViewProps {
  channels: DataRead<readonly Channel[]>;
  rules: DataRead<readonly Rule[]>;
  deliveries: DataRead<readonly Delivery[]>;
  platforms: readonly Pick<Connection, 'id' | 'name'>[];
  actions: AlertActions;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Channels, rules and deliveries. */
export function AlertsView({
  channels,
  rules,
  deliveries,
  platforms,
  actions,
  now,
}: AlertsViewProps) {
  const known = channels.data ?? [];
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ChannelsPanel channels={channels} actions={actions} now={now} />
        <RulesPanel
          rules={rules}
          channels={known}
          platforms={platforms}
          actions={actions}
          now={now}
        />
      </SimpleGrid>
      <DeliveriesPanel deliveries={deliveries} channels={known} now={now} />
    </Stack>
  );
}
