import { useLocation } from '@tanstack/react-router';
import { usePairing } from '../../console/wall/pairing.ts';
import { useStayAwake, useWakeLock } from '../../device/use-wake-lock.ts';
import { usePage } from '../../ui/page-title.ts';
import { useAlarmSound } from './use-alarm-sound.ts';
import { useDisplayOrders, useSelfUpdate, useUserActivity } from './use-unattended.ts';
import { useWall } from './use-wall.ts';
import { WallBar } from './wall-bar.tsx';
import { WallAlarm, WallBoard, WallBody, WallFlash } from './wall-board.tsx';
import { WallHead } from './wall-head.tsx';
import { WallPairing } from './wall-pairing.tsx';
import { isNight, shownView, wallSearch } from './wall-search.ts';
import { useWallTheme } from './wall-theme.ts';
import '../../ui/theme/late-styles.css';

/** The dashboard of an unattended screen. It never asks anybody to sign in. */
export function Wall({ account }: { account: string }) {
  usePage('Wall', 'The mesh at a glance, for a screen on a wall.');
  useStayAwake();
  const lock = useWakeLock();
  const search = wallSearch(useLocation().search);
  const wall = useWall();
  const { now, status, verdict } = wall;
  const pairing = usePairing(account);
  const { isPresent, isActive } = useUserActivity();
  const flashed = useDisplayOrders();
  const isTrouble = status !== 'live' || verdict.state !== 'active';
  const isDark = isNight(search.night, new Date(now).getHours());
  useWallTheme(isDark ? 'dark' : search.theme);
  useAlarmSound(search.sound === 1, verdict, wall.connections, wall.incidents);
  useSelfUpdate(!isActive && flashed === undefined);
  const isEmpty = wall.connections === undefined;
  const onlyCode = isEmpty && status === 'refused';
  return (
    <WallBoard
      scale={search.scale ?? 1}
      now={now}
      isStale={status !== 'live' || verdict.state === 'unknown'}
      isActive={isPresent}
      isDimmed={isDark && !isTrouble}
      alarm={
        <>
          {status === 'refused' ? <WallPairing pairing={pairing} alone={onlyCode} /> : null}
          {onlyCode ? null : <WallAlarm {...wall} />}
        </>
      }
      overlay={
        <>
          <WallFlash name={flashed} />
          {isActive ? <WallBar search={search} pairing={pairing} lock={lock} /> : null}
        </>
      }
    >
      {/* Fitted once, with what it shows, and not before and again after that came. */}
      {isEmpty && status !== 'stale' ? null : (
        <>
          <WallHead {...wall} />
          <WallBody {...wall} view={shownView(search, now, isTrouble)} />
        </>
      )}
    </WallBoard>
  );
}
