import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { COMPLIANCE_ITEMS, ROUTE66_PARTS } from './status-items.ts';

/** What the protocol and the standard consist of. */
export function StatusPanels() {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <StatusPanel
        title="Route66 Protocol"
        items={ROUTE66_PARTS}
        footer={
          <>
            About the protocol. Live state:{' '}
            <Anchor component={Link} inherit underline="always" to="/admin/heartbeat">
              Heartbeat
            </Anchor>
            {' · '}
            <Anchor component={Link} inherit underline="always" to="/admin/route66-proof">
              Route66 Proof
            </Anchor>
          </>
        }
      />
      <StatusPanel
        title="Compliance"
        items={COMPLIANCE_ITEMS}
        footer="What the standard requires (not a live check)"
      />
    </SimpleGrid>
  );
}

interface StatusPanelProps {
  title: string;
  /** What each part is for, by its name. */
  items: Readonly<Record<string, string>>;
  footer: ReactNode;
}

/** A list of parts and what each is for. It describes and measures nothing, so it shows no status colours. */
function StatusPanel({ title, items, footer }: StatusPanelProps) {
  return (
    <Panel title={title} footer={footer}>
      <SimpleGrid component="dl" cols={2} verticalSpacing="xs">
        {Object.entries(items).map(([name, text]) => (
          <div key={name}>
            <Text component="dt" size="sm" fw={600}>
              {name}
            </Text>
            {/* On phones the names are enough: what each is for stands in the protocol's own pages. */}
            <Text component="dd" size="xs" c="dimmed" visibleFrom="sm">
              {text}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Panel>
  );
}
