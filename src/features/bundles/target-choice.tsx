import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { isMeshNode } from '../../domain/mesh-origin.ts';
import type { Age } from '../../shared/model.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { Target } from './deploy-targets.ts';
import styles from './target-choice.module.css';

interface TargetChoiceProps {
  targets: readonly Target[];
  /** Of the mesh. */
  connections: readonly Connection[];
  /** How far the states can be trusted. */
  age: Age;
  /** Names of the chosen ones. */
  value: readonly string[];
  onChange: (names: string[]) => void;
}

/** One checkbox for each platform, with how the platform is now. */
export function TargetChoice({ targets, connections, age, value, onChange }: TargetChoiceProps) {
  const offered = targets.filter(({ disabledReason }) => !disabledReason).map(({ name }) => name);
  const isAll = offered.every((name) => value.includes(name));
  return (
    <Checkbox.Group
      labelProps={{ display: 'block' }}
      label={
        <Group justify="space-between" component="span">
          Target Platforms
          {offered.length > 1 ? (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onChange(isAll ? [] : offered)}
            >
              {isAll ? 'Select none' : 'Select all'}
            </Button>
          ) : null}
        </Group>
      }
      value={[...value]}
      onChange={onChange}
    >
      {targets.length === 0 ? (
        <Text size="sm" c="dimmed">
          The platforms of the mesh could not be read yet.
        </Text>
      ) : null}
      {connections.every(isMeshNode) ? null : (
        <Text size="sm" c="dimmed">
          Bundles are for mesh nodes alone.
        </Text>
      )}
      <Stack gap={0}>
        {targets.map(({ name, status, disabledReason }) => (
          <Group key={name} gap="xs" wrap="nowrap">
            <Checkbox.Card
              value={name}
              miw={0}
              aria-label={name}
              className={styles.target}
              withBorder={false}
              disabled={disabledReason !== undefined}
            >
              <Group component="span" gap="sm" px="xs" mih="var(--control-height)" fz="sm">
                <Checkbox.Indicator size="xs" disabled={disabledReason !== undefined} />
                <Text span inherit fw={500} flex={1}>
                  {name}
                </Text>
                <Text span inherit c="dimmed">
                  {disabledReason ?? <StatusMark status={status} word age={age} />}
                </Text>
              </Group>
            </Checkbox.Card>
            {offered.length > 1 && !disabledReason ? (
              <Button
                size="compact-xs"
                variant="subtle"
                flex="none"
                aria-label={`Only ${name}`}
                onClick={() => onChange([name])}
              >
                Only
              </Button>
            ) : null}
          </Group>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
