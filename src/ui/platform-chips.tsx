import { Box, Button, Chip, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { Connection } from '../../contract/shapes/mesh.ts';

type Platform = Pick<Connection, 'id' | 'name' | 'group'>;

/** More are searched, and scroll in a box of their own. */
const ALL_SEEN = 24;

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
  const [search, setSearch] = useState('');
  const isLong = platforms.length > ALL_SEEN;
  const found = isLong ? foundIn(platforms, search) : platforms;
  return (
    <Stack
      gap={4}
      role="group"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <Group justify="space-between">
        <Input.Label id={id} labelElement="div">
          Platforms{isLong && value.length > 0 ? ` (${value.length} chosen)` : null}
        </Input.Label>
        <AllButton
          found={found}
          value={value}
          onChange={onChange}
          which={search.trim() && ' that match'}
        />
      </Group>
      {isLong ? (
        <TextInput
          type="search"
          aria-label="Find platforms"
          placeholder="Name or group"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      <Box {...(isLong && { mah: '40vh', style: { overflowY: 'auto' } })}>
        <Chip.Group multiple value={value} onChange={onChange}>
          <Group gap="xs">
            {found.map((one) => (
              <Chip key={one.id} value={one.id} variant="filled" styles={WHOLE}>
                {one.name}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Box>
      {found.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isLong
            ? 'No platform has such a name or group.'
            : 'The platforms of the mesh could not be read yet.'}
        </Text>
      ) : null}
      {error ? <Input.Error id={`${id}-error`}>{error}</Input.Error> : null}
    </Stack>
  );
}

interface AllButtonProps extends Pick<PlatformChipsProps, 'value' | 'onChange'> {
  found: readonly Platform[];
  /** Said behind. */
  which: string;
}

/** Leaves alone what is chosen beside those that were found. */
function AllButton({ found, value, which, onChange }: AllButtonProps) {
  const ids = found.map((one) => one.id);
  const others = value.filter((one) => !ids.includes(one));
  const isAll = others.length + ids.length === value.length;
  if (ids.length < 2) return null;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      onClick={() => onChange(isAll ? others : [...others, ...ids])}
    >
      {isAll ? 'Select none' : 'Select all'}
      {which}
    </Button>
  );
}

/** A name that is wider than the dialog takes two lines. */
const WHOLE = {
  label: { height: 'auto', minHeight: 'var(--chip-size)', whiteSpace: 'normal' },
} as const;

function foundIn(platforms: readonly Platform[], search: string): readonly Platform[] {
  const text = search.trim().toLowerCase();
  return platforms.filter(({ name, group = '' }) =>
    `${name}\n${group}`.toLowerCase().includes(text),
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
