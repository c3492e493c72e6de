import { Group, type GroupProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel, type PanelProps } from '../../ui/panel.tsx';
import { type DataRead, ReadFailed } from '../../ui/read-state.tsx';
import styles from './handover.module.css';

interface PartProps<Data> extends Omit<PanelProps, 'children' | 'flush'> {
  title: string;
  read: DataRead<Data>;
  children: (data: Data) => ReactNode;
}

/** A part of the handover over one read. How old it is stands once, at the head of the page. */
export function Part<Data>({ read, children, ...panel }: PartProps<Data>) {
  const { data, failure } = read;
  return (
    <Panel flush {...panel}>
      {data === undefined ? null : children(data)}
      {data === undefined && failure ? (
        <ReadFailed text="It could not be read" failure={failure} />
      ) : null}
    </Panel>
  );
}

/** Said where there is nothing to hand over. */
export const Nothing = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" px="md" pb="sm">
    {text}
  </Text>
);

/** A row of a list that reaches the edges of its panel. */
export function Row({ children, ...group }: GroupProps & { children: ReactNode }) {
  return (
    <Group
      component="li"
      justify="space-between"
      gap="xs"
      fz="sm"
      className={styles.row ?? ''}
      {...group}
    >
      {children}
    </Group>
  );
}
