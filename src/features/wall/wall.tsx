import { useLocation } from '@tanstack/react-router';
import { usePairing } from '../../console/wall/pairing.ts';
import { useStayAwake, useWakeLock } from '../../device/use-wake-lock.ts';
import { openWindows } from '../../domain/open-incidents.ts';
import { usePage } from '../../ui/page-title.ts';
import { useAlarmSound } from './use-alarm-sound.ts';
import { useDisplayOrders, useSelfUpdate, useUserActivity } from './use-unattended.ts';
import { useWall, type WallData } from './use-wall.ts';
import { useWallReport } from './use-wall-report.ts';
import styles from './wall.module.css';
import { WallBar } from './wall-bar.tsx';
import { WallAlarm, WallBoard, WallBody, WallFlash, WallIncidents } from './wall-board.tsx';
import { WallHead } from './wall-head.tsx';
import { WallPairing } from './wall-pairing.tsx';
import { isNight, shownView, type WallView, wallSearch } from './wall-search.ts';
import { useWallTheme } from './wall-theme.ts';
import '../../ui/theme/late-styles.css';

/** The dashboard of an unattended screen. It never asks anybody to sign in. */
export function Wall({ account }: { account: string }) {
  usePage('Wall', 'The mesh at a glance, for a screen on a wall.');
  useStayAwake();
  const lock = useWakeLock();
  const search = wallSearch(useLocation().search);
  const wall = useWall(search.group);
  const { now, status, verdict } = wall;
  const pairing = usePairing(account);
  useWallReport(pairing.state === 'done' && pairing.name !== undefined, wall);
  const { isPresent, isActive } = useUserActivity();
  const flashed = useDisplayOrders();
  const isTrouble = status !== 'live' || verdict.state !== 'active';
  const isDark = isNight(search.night, new Date(now).getHours());
  useWallTheme(isDark ? 'dark' : search.theme);
  const windows = openWindows(wall.maintenance, now);
  useAlarmSound(search.sound === 1, verdict, wall.connections, wall.incidents, windows);
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
          {isActive ? (
            <WallBar search={search} pairing={pairing} lock={lock} groups={wall.groups} />
          ) : null}
        </>
      }
    >
      {onlyCode ? null : <Picture {...wall} view={shownView(search, now, isTrouble)} />}
    </WallBoard>
  );
}

/** It is fitted once, with what it shows: until that has come there is nothing that would become smaller then. */
function Picture({ view, ...wall }: WallData & { view: WallView }) {
  if (wall.connections === undefined && wall.status !== 'stale')
    return (
      <div className={styles.opening} aria-busy="true">
        <h1>{wall.product}</h1>
        <p>Reading…</p>
      </div>
    );
  return (
    <>
      <WallHead {...wall} />
      <WallIncidents {...wall} />
      <WallBody {...wall} view={view} />
    </>
  );
}
