import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '../../../contract/live.ts';
import { useOrders } from '../../client/wall/orders.ts';
import type { PairingState } from '../../client/wall/pairing.ts';
import { usePairing } from '../../client/wall/pairing.ts';
import { useStayAwake } from '../../client/wall/use-wake-lock.ts';
import { productName } from '../../product.ts';
import { connectionLabel, connectionSince } from '../../shared/connection-labels.ts';
import type { MeshVerdict } from '../../shared/verdict.ts';
import { usePage } from '../shell/page-title.ts';
import { useAlarmSound } from './use-alarm-sound.ts';
import { useTimedFlag, useUserActivity } from './use-user-activity.ts';
import { useWall } from './use-wall.ts';
import { WallAlarm, WallBoard, WallBody, WallFlash } from './wall-board.tsx';
import { WallControls } from './wall-controls.tsx';
import { WallHead } from './wall-head.tsx';
import { WallPairing } from './wall-pairing.tsx';
import { isNight, rotatedView, type WallSearch, wallSearch } from './wall-search.ts';
import { useWallTheme } from './wall-theme.ts';
import '../../ui/theme/late-styles.css';

const FLASH_MS = 8000;

/** The dashboard of an unattended screen. It never asks anybody to sign in. */
export function Wall({ account }: { account: string }) {
  usePage('Wall', 'The mesh at a glance, for a screen on a wall.');
  useStayAwake();
  const search = wallSearch(useLocation().search);
  const wall = useWall();
  const { now, status, verdict } = wall;
  const pairing = usePairing(account);
  const activity = useUserActivity();
  const flashed = useDisplayOrders();
  const isTrouble = status !== 'live' || verdict.state !== 'active';
  const isDark = isNight(search.night, new Date(now).getHours());
  useWallTheme(isDark ? 'dark' : search.theme);
  useAlarmSound(search.sound === 1, countDown(verdict));
  useSelfUpdate(!activity.isActive && flashed === undefined);
  const onlyCode = status === 'refused' && wall.isEmpty;
  return (
    <WallBoard
      scale={search.scale ?? 1}
      now={now}
      isStale={status !== 'live'}
      isActive={activity.isPresent || activity.isActive}
      isDimmed={isDark && !isTrouble}
      alarm={
        <>
          {status === 'refused' ? <PairingSection pairing={pairing} alone={onlyCode} /> : null}
          {onlyCode ? null : <StaleAlarm wall={wall} />}
        </>
      }
      overlay={
        <>
          {flashed && <WallFlash name={flashed} />}
          {activity.isActive ? <WallControls search={search} name={displayName(pairing)} /> : null}
        </>
      }
    >
      {onlyCode ? null : <WallContent wall={wall} view={viewOf(search, now, isTrouble)} />}
    </WallBoard>
  );
}

function StaleAlarm({ wall: { status, dataAt, now } }: { wall: ReturnType<typeof useWall> }) {
  if (status === 'live') return null;
  return (
    <WallAlarm since={dataAt} now={now} product={productName()} refused={status === 'refused'} />
  );
}

/** @returns how many platforms are down; undefined while it is not known */
const countDown = ({ state, down }: MeshVerdict) => (state === 'unknown' ? undefined : down.length);

/** A rotating wall stops at the overview on trouble. */
function viewOf({ rotate, view = 'overview' }: WallSearch, now: number, isTrouble: boolean) {
  if (rotate !== 1) return view;
  return isTrouble ? 'overview' : rotatedView(now);
}

interface WallContentProps {
  wall: ReturnType<typeof useWall>;
  view: NonNullable<WallSearch['view']>;
}

function WallContent({ wall, view }: WallContentProps) {
  const { connection, now, stats, connections, activity, history, verdict } = wall;
  return (
    <>
      <WallHead
        product={productName()}
        meshConnections={stats?.meshConnections}
        meshSize={stats?.meshSize}
        verdict={verdict}
        link={connectionLabel(connection, now)}
        lastMessageAt={connectionSince(connection)}
        now={now}
      />
      <WallBody view={view} connections={connections} history={history} rows={activity} now={now} />
    </>
  );
}

function PairingSection({ pairing, alone }: { pairing: PairingState; alone: boolean }) {
  const waiting = pairing.state === 'waiting' ? pairing : undefined;
  const path = '/dashboard?show=displays';
  return (
    <WallPairing
      code={waiting?.code}
      expiresAt={waiting?.expiresAt}
      problem={pairing.state === 'failed' ? pairing.text : undefined}
      address={`${location.host}${path}`}
      link={`${location.origin}${path}&code=${waiting?.code ?? ''}`}
      alone={alone}
    />
  );
}

const displayName = (pairing: PairingState) =>
  pairing.state === 'done' ? pairing.name : undefined;

/** Carries out the orders of operators. @returns the name to flash, while it is flashed */
function useDisplayOrders(): string | undefined {
  const [name, setName] = useState('');
  const { on, begin } = useTimedFlag(FLASH_MS);
  const onOrder = useCallback(
    (order: Order) => {
      if (order.order === 'reload') location.reload();
      else {
        setName(order.name);
        begin();
      }
    },
    [begin],
  );
  useOrders(onOrder);
  return on ? name : undefined;
}

/** Takes a new version while nobody is at the screen. */
function useSelfUpdate(quiet: boolean): void {
  const isQuiet = useRef(quiet);
  useEffect(() => {
    isQuiet.current = quiet;
  }, [quiet]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let over = false;
    import('../../client/updates/updates.ts').then(({ updateWhenQuiet }) => {
      if (!over) stop = updateWhenQuiet(() => isQuiet.current);
    }, reportError);
    return () => {
      over = true;
      stop?.();
    };
  }, []);
}
