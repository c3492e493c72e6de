import { ActionIcon, Button, Group, NativeSelect, Switch, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { PairingState } from '../../console/wall/pairing.ts';
import { ownVersion } from '../../device/product.ts';
import { askToStayAwake, letSleep } from '../../device/use-wake-lock.ts';
import type { WakeLockState } from '../../device/wake-lock.ts';
import { Segments } from '../../ui/segments.tsx';
import { playAlarm } from './use-alarm-sound.ts';
import styles from './wall.module.css';
import {
  WALL_SCALE,
  WALL_THEMES,
  WALL_VIEWS,
  type WallSearch,
  type WallTheme,
  type WallView,
} from './wall-search.ts';

const NIGHT_DEFAULT = '22-6';

const WHY_NOT_AWAKE = {
  insecure:
    'The screen cannot be kept awake: browsers allow it only over HTTPS, and this page came over plain HTTP.',
  unsupported: 'This browser cannot keep the screen awake. Switch off sleep in the device itself.',
} as const;

const IN_PLACE = { replace: true, resetScroll: false } as const;

/** A line of its own below the controls. */
const NOTE = { w: '100%', size: 'sm', c: 'dimmed', ta: 'center' } as const;

interface WallBarProps {
  search: WallSearch;
  /** Of platforms. */
  groups: readonly string[];
  /** Done with a name: of this display. */
  pairing: PairingState;
  lock: WakeLockState;
}

/**
 * The controls of a wall: how it looks, and the way out. They appear at a tap or a key, and leave by themselves. Every
 * choice is written into the address, so a reload shows the same wall.
 */
export function WallBar({ search, groups, pairing, lock }: WallBarProps) {
  const { navigate } = useRouter();
  const onChange = (part: WallSearch) =>
    void navigate({ to: '/dashboard', search: { ...search, ...part }, ...IN_PLACE });
  const { group, view = 'overview', theme, scale = 1, rotate, night, sound } = search;
  const problem = awakeProblem(lock);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Wall">
      <Text size="sm" c="dimmed">
        <b>{(pairing.state === 'done' && pairing.name) || 'Wall'}</b> {ownVersion()}
      </Text>
      <Segments
        aria-label="View"
        value={view}
        data={choices(WALL_VIEWS)}
        onChange={(next) => onChange({ view: next as WallView })}
      />
      {groups.length === 0 ? null : (
        <NativeSelect
          aria-label="Group"
          data={[{ value: '', label: 'All platforms' }, ...groups]}
          value={group ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ group: value || undefined })}
        />
      )}
      <Group gap="xs" role="group" aria-label="Size">
        <ActionIcon
          aria-label="Smaller"
          disabled={scale <= WALL_SCALE.min}
          onClick={() => onChange({ scale: scale - WALL_SCALE.step })}
        >
          <IconMinus size={18} aria-hidden="true" />
        </ActionIcon>
        <Text component="output" miw="4em" ta="center">
          {Math.round(scale * 100)}%
        </Text>
        <ActionIcon
          aria-label="Larger"
          disabled={scale >= WALL_SCALE.max}
          onClick={() => onChange({ scale: scale + WALL_SCALE.step })}
        >
          <IconPlus size={18} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <Segments
        aria-label="Colours"
        value={theme ?? 'as chosen'}
        data={choices(WALL_THEMES)}
        onChange={(next) => onChange({ theme: next as WallTheme })}
      />
      <Switch
        label="Rotate views"
        checked={rotate === 1}
        onChange={() => onChange({ rotate: rotate ? undefined : 1 })}
      />
      <Switch
        label={`Dim at night (${night ?? NIGHT_DEFAULT} h)`}
        checked={night !== undefined}
        onChange={() => onChange({ night: night ? undefined : NIGHT_DEFAULT })}
      />
      <Switch
        label="Sound"
        checked={sound === 1}
        onChange={() => {
          if (!sound) playAlarm();
          onChange({ sound: sound ? undefined : 1 });
        }}
      />
      <Switch
        label="Keep awake"
        checked={lock.state === 'on'}
        disabled={lock.state === 'impossible'}
        onChange={() => void (lock.state === 'on' ? letSleep() : askToStayAwake())}
      />
      <Button onClick={() => void navigate({ to: '/dashboard', search: {} })}>Exit wall</Button>
      <Text {...NOTE} className={styles.full ?? ''}>
        This is as large as the screen has room for.
      </Text>
      {problem ? <Text {...NOTE}>{problem}</Text> : null}
    </div>
  );
}

const choices = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

function awakeProblem(lock: WakeLockState): string | undefined {
  if (lock.state === 'impossible') return WHY_NOT_AWAKE[lock.why];
  return lock.state === 'refused' ? `The browser did not allow it: ${lock.text}` : undefined;
}
