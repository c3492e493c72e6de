import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { Age } from '../../shared/model.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './target-choice.module.css';

/** A platform that a bundle can be sent to. */
export interface Target {
  /** The value that is sent to the server. */
  readonly name: string;
  /** As the mesh has it now; a platform that the mesh does not know is unknown. */
  readonly status: string;
  /** Why it is not offered. */
  readonly disabledReason?: string | undefined;
}

interface TargetChoiceProps {
  targets: readonly Target[];
  /** How far the states can be trusted. */
  age: Age;
  /** Names of the chosen ones. */
  value: readonly string[];
  onChange: (names: string[]) => void;
}

/** One checkbox for each platform, with how the platform is now. */
export function TargetChoice({ targets, age, value, onChange }: TargetChoiceProps) {
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
      <Stack gap={0}>
        {targets.map(({ name, status, disabledReason }) => (
          <Checkbox.Card
            key={name}
            value={name}
            aria-label={name}
            className={styles.target}
            withBorder={false}
            disabled={disabledReason !== undefined}
          >
            <Checkbox.Indicator size="xs" disabled={disabledReason !== undefined} />
            <Text span size="sm" fw={500} flex={1}>
              {name}
            </Text>
            <Text span size="sm" c="dimmed">
              {disabledReason ?? <StatusMark status={status} word age={age} />}
            </Text>
          </Checkbox.Card>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** @returns every platform of the mesh, and those that are named beside them, in the order of the mesh */
export function targetsOf(
  names: readonly string[] | null,
  connections: readonly Connection[],
): Target[] {
  if (names === null) return [...connections];
  const known = connections.filter(({ name }) => names.includes(name));
  const others = names.filter((name) => !known.some((one) => one.name === name));
  return [...known, ...others.map((name) => ({ name, status: 'unknown' }))];
}
