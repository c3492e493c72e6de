import { useRouter } from '@tanstack/react-router';
import { askToStayAwake, letSleep, useWakeLock } from '../link/wall/use-wake-lock.ts';
import type { WakeLockState } from '../link/wall/wake-lock.ts';
import { ownVersion } from '../product.ts';
import { type AwakeFacts, WallBar } from '../ui/wall/wall-bar.tsx';
import {
  WALL_SCALE,
  WALL_THEMES,
  WALL_VIEWS,
  type WallSearch,
  type WallTheme,
  type WallView,
} from './-wall-search.ts';

interface BarOfWallProps {
  search: WallSearch;
  /** Of this display, when it is one. */
  name: string | undefined;
}

/** The wall's bar, which writes what is chosen into the address: a reload shows the same wall. */
export function BarOfWall({ search, name }: BarOfWallProps) {
  const router = useRouter();
  const awake = awakeFacts(useWakeLock());
  const { view = 'overview', theme, scale = 1 } = search;
  function change(part: WallSearch): void {
    void router.navigate({
      to: '/dashboard',
      search: { ...search, ...part },
      replace: true,
      resetScroll: false,
    });
  }
  const sized = (step: number) => () => change({ scale: scale + step });
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
      awake={awake}
      onSmaller={scale > WALL_SCALE.min ? sized(-WALL_SCALE.step) : undefined}
      onLarger={scale < WALL_SCALE.max ? sized(WALL_SCALE.step) : undefined}
      onExit={() => void router.navigate({ to: '/dashboard', search: {} })}
    />
  );
}

const WHY_NOT = {
  insecure:
    'The screen cannot be kept awake: browsers allow that to pages over HTTPS only, and this one came over plain HTTP.',
  unsupported: 'This browser cannot keep the screen awake: switch off sleep in the device itself.',
} as const;

function awakeFacts(lock: WakeLockState): AwakeFacts {
  if (lock.state === 'impossible')
    return { on: false, problem: WHY_NOT[lock.why], onToggle: undefined };
  if (lock.state === 'on') return { on: true, problem: undefined, onToggle: () => void letSleep() };
  const onToggle = () => void askToStayAwake();
  if (lock.state === 'off') return { on: false, problem: undefined, onToggle };
  return { on: false, problem: `The browser did not allow it: ${lock.text}`, onToggle };
}
