import { SimpleGrid, Text, Title } from '@mantine/core';
import { Panel } from '../../ui/panel.tsx';

const FACTORS = {
  'Real Server':
    'The peer answers a signed challenge at its own address before the deadline. It is really there.',
  'Outbound Callback':
    'The peer calls this console back with the challenge. It can reach us, not only be reached.',
  'Well-known File':
    'The peer publishes the signed challenge under its well-known path. It controls the address that it claims.',
};

/** What the Route66 three-factor proof asks of a peer. It explains; nothing here is measured. */
export function ThreeFactors() {
  return (
    <Panel title="Route66 Three-Factor Proof">
      <SimpleGrid component="ol" cols={{ base: 1, sm: 3 }}>
        {Object.entries(FACTORS).map(([name, text], index) => (
          <li key={name}>
            <Title order={3}>
              {index + 1}. {name}
            </Title>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          </li>
        ))}
      </SimpleGrid>
    </Panel>
  );
}
