import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';

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

/** The parts of the Route66 protocol, in plain words. */
const ROUTE66_PARTS = {
  'Signed handshake':
    'Two platforms greet each other with signatures that name sender and receiver.',
  Heartbeat: 'Tells every platform at a fixed interval that this one is alive.',
  'Three-factor proof': 'A peer answers, calls back, and publishes a file, all before a deadline.',
  'Bundle delivery': 'A validated bundle is sent to each of its targets by signed calls.',
};

/** What the sovereign standard asks of a platform, in plain words. */
const COMPLIANCE_ITEMS = {
  'Sovereign access levels': 'Every account has one of three levels.',
  'Known peers only': 'Only platforms of the mesh are contacted, whatever a request asks.',
  'Checked content': 'Every file of a bundle is checked before it can be deployed.',
  'Kept record': 'Every event of the mesh is recorded as an activity, with its time.',
};
