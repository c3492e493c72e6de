import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';

interface StatusPanelProps {
  title: string;
  /** What each part is for, by its name. */
  items: Readonly<Record<string, string>>;
  footer: ReactNode;
}

/** A list of parts and what each is for. It describes and measures nothing, so it shows no status colours. */
export function StatusPanel({ title, items, footer }: StatusPanelProps) {
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
