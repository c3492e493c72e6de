import { useRouter } from '@tanstack/react-router';
import { askToStayAwake, letSleep, useWakeLock } from '../../client/wall/use-wake-lock.ts';
import type { WakeLockState } from '../../client/wall/wake-lock.ts';
import { ownVersion } from '../../product.ts';
import { playAlarm } from './use-alarm-sound.ts';
import { WallBar } from './wall-bar.tsx';
import {
  WALL_SCALE,
  WALL_THEMES,
  WALL_VIEWS,
  type WallSearch,
  type WallTheme,
  type WallView,
} from './wall-search.ts';

interface WallControlsProps {
  search: WallSearch;
  /** Of this display, when it is one. */
  name: string | undefined;
}

const NIGHT_DEFAULT = '22-6';

/** The wall's bar. It writes every choice into the address, so a reload shows the same wall. */
export function WallControls({ search, name }: WallControlsProps) {
  const router = useRouter();
  const lock = useWakeLock();
  const { view = 'overview', theme, scale = 1, rotate, night, sound } = search;

  function change(part: WallSearch): void {
    void router.navigate({
      to: '/dashboard',
      search: { ...search, ...part },
      replace: true,
      resetScroll: false,
    });
  }

  const resize = (step: number) => () => change({ scale: scale + step });
  return (
    <WallBar
      name={name}
      version={ownVersion()}
      scale={scale}
      views={{
        chosen: view,
        all: WALL_VIEWS,
        onChoose: (value) => change({ view: value as WallView }),
      }}
      themes={{
        chosen: theme ?? 'as chosen',
        all: WALL_THEMES,
        onChoose: (value) => change({ theme: value as WallTheme }),
      }}
      switches={[
        {
          label: 'Rotate views',
          isOn: rotate === 1,
          onToggle: () => change({ rotate: rotate ? undefined : 1 }),
        },
        {
          label: `Dim at night (${night ?? NIGHT_DEFAULT} h)`,
          isOn: night !== undefined,
          onToggle: () => change({ night: night ? undefined : NIGHT_DEFAULT }),
        },
        {
          label: 'Sound',
          isOn: sound === 1,
          onToggle() {
            if (!sound) playAlarm();
            change({ sound: sound ? undefined : 1 });
          },
        },
        { label: 'Keep awake', ...awakeSwitch(lock) },
      ]}
      problem={awakeProblem(lock)}
      onSmaller={scale > WALL_SCALE.min ? resize(-WALL_SCALE.step) : undefined}
      onLarger={scale < WALL_SCALE.max ? resize(WALL_SCALE.step) : undefined}
      onExit={() => void router.navigate({ to: '/dashboard', search: {} })}
    />
  );
}

const WHY_NOT = {
  insecure:
    'The screen cannot be kept awake: browsers allow it only over HTTPS, and this page came over plain HTTP.',
  unsupported: 'This browser cannot keep the screen awake. Switch off sleep in the device itself.',
} as const;

function awakeSwitch(lock: WakeLockState) {
  if (lock.state === 'impossible') return { isOn: false, onToggle: undefined };
  if (lock.state === 'on') return { isOn: true, onToggle: () => void letSleep() };
  return { isOn: false, onToggle: () => void askToStayAwake() };
}

function awakeProblem(lock: WakeLockState): string | undefined {
  if (lock.state === 'impossible') return WHY_NOT[lock.why];
  if (lock.state === 'on' || lock.state === 'off') return undefined;
  return `The browser did not allow it: ${lock.text}`;
}
