import { Button, Chip, Group, Input, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Connection } from '../../contract/shapes/mesh.ts';

type Platform = Pick<Connection, 'id' | 'name'>;

interface PlatformChipsProps {
  platforms: readonly Platform[];
  /** Ids. */
  value: string[];
  error?: ReactNode;
  onChange: (ids: string[]) => void;
}

/** One chip for each platform, any number of which are chosen. */
export function PlatformChips({ platforms, value, error, onChange }: PlatformChipsProps) {
  const id = useId();
  const isAll = platforms.every((one) => value.includes(one.id));
  return (
    <Stack
      gap={4}
      role="group"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <Group justify="space-between">
        <Input.Label id={id} labelElement="div">
          Platforms
        </Input.Label>
        {platforms.length > 1 ? (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => onChange(isAll ? [] : platforms.map((one) => one.id))}
          >
            {isAll ? 'Select none' : 'Select all'}
          </Button>
        ) : null}
      </Group>
      {platforms.length === 0 ? (
        <Text size="sm" c="dimmed">
          The platforms of the mesh could not be read yet.
        </Text>
      ) : null}
      <Chip.Group multiple value={value} onChange={onChange}>
        <Group gap="xs">
          {platforms.map((one) => (
            <Chip key={one.id} value={one.id} variant="filled">
              {one.name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {error ? <Input.Error id={`${id}-error`}>{error}</Input.Error> : null}
    </Stack>
  );
}

interface ChoiceChipsProps {
  label: string;
  /** Labels by value. */
  choices: Readonly<Record<string, string>>;
  value: string;
  onChange: (value: string) => void;
}

/** One chip for each choice, one of which is chosen. */
export function ChoiceChips({ label, choices, value, onChange }: ChoiceChipsProps) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <Input.Label id={id} labelElement="div" mb={4}>
        {label}
      </Input.Label>
      <Chip.Group value={value} onChange={onChange}>
        <Group gap="xs">
          {Object.entries(choices).map(([choice, text]) => (
            <Chip key={choice} value={choice} variant="filled">
              {text}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  );
}
