import { ActionIcon, Button, Group, SegmentedControl, Switch, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import styles from './wall.module.css';

export interface WallBarProps {
  /** Of this display, when it is one. */
  name: string | undefined;
  version: string;
  scale: number;
  views: WallChoice;
  themes: WallChoice;
  /** Switches by label. */
  switches: readonly WallSwitch[];
  /** Why the screen cannot be kept awake. */
  problem: string | undefined;
  onSmaller: (() => void) | undefined;
  onLarger: (() => void) | undefined;
  onExit: () => void;
}

interface WallChoice {
  readonly chosen: string;
  readonly all: readonly string[];
  readonly onChoose: (value: string) => void;
}

interface WallSwitch {
  readonly label: string;
  readonly isOn: boolean;
  /** Undefined where it is not possible. */
  readonly onToggle: (() => void) | undefined;
}

/** The controls of a wall: how it looks, and the way out. They appear at a tap or a key, and leave by themselves. */
export function WallBar(props: WallBarProps) {
  const { name, version, scale, views, themes, switches, problem } = props;
  const { onSmaller, onLarger, onExit } = props;
  return (
    <div className={styles.bar} role="toolbar" aria-label="Wall">
      <Text size="sm" c="dimmed">
        <b>{name ?? 'Wall'}</b> {version}
      </Text>
      <Choice label="View" choice={views} />
      <Group gap="xs" role="group" aria-label="Size">
        <ActionIcon aria-label="Smaller" onClick={onSmaller} disabled={!onSmaller}>
          <IconMinus size={18} aria-hidden="true" />
        </ActionIcon>
        <output className={styles.scale}>{Math.round(scale * 100)} %</output>
        <ActionIcon aria-label="Larger" onClick={onLarger} disabled={!onLarger}>
          <IconPlus size={18} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <Choice label="Colours" choice={themes} />
      {switches.map(({ label, isOn, onToggle }) => (
        <Switch
          key={label}
          label={label}
          checked={isOn}
          disabled={!onToggle}
          onChange={() => onToggle?.()}
        />
      ))}
      <Button onClick={onExit}>Exit wall</Button>
      <p className={styles.full}>This is as large as the screen has room for.</p>
      {problem ? <p className={styles.trouble}>{problem}</p> : null}
    </div>
  );
}

function Choice({ label, choice }: { label: string; choice: WallChoice }) {
  return (
    <SegmentedControl
      aria-label={label}
      value={choice.chosen}
      data={choice.all.map((value) => ({
        value,
        label: value.charAt(0).toUpperCase() + value.slice(1),
      }))}
      onChange={choice.onChoose}
    />
  );
}
