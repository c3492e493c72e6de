import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '../../contract/live.ts';
import type { PairingState } from '../link/wall/pairing.ts';
import { useOrders } from '../link/wall/use-orders.ts';
import { usePairing } from '../link/wall/use-pairing.ts';
import { useStayAwake } from '../link/wall/use-wake-lock.ts';
import { productName } from '../product.ts';
import { WallAlarm } from '../ui/wall/wall-alarm.tsx';
import { WallBoard } from '../ui/wall/wall-board.tsx';
import { WallBody } from '../ui/wall/wall-body.tsx';
import { WallFlash } from '../ui/wall/wall-flash.tsx';
import { WallHead } from '../ui/wall/wall-head.tsx';
import { WallPairing } from '../ui/wall/wall-pairing.tsx';
import { linkSince } from './-link-since.ts';
import { usePage } from './-page-title.ts';
import { useWall } from './-use-wall.ts';
import { BarOfWall } from './-wall-bar.tsx';
import { useFading, useHands } from './-wall-hands.ts';
import { type WallView, wallSearch } from './-wall-search.ts';
import { useWallTheme } from './-wall-theme.ts';

const FLASH_MS = 8000;

/** The dashboard of a screen that nobody stands at. It never asks anybody to sign in. */
export function Wall({ account }: { account: string }) {
  usePage('Wall', 'The mesh at a glance, for a screen on a wall.');
  useStayAwake();
  const search = wallSearch(useLocation().search);
  const known = useWall();
  const { now, sight } = known;
  const pairing = usePairing(account);
  const hands = useHands();
  const flashed = useOrdersShown();
  useWallTheme(search.theme);
  useSelfUpdate(!hands.busy && flashed === undefined);
  const onlyCode = sight === 'refused' && known.isEmpty;
  return (
    <WallBoard
      scale={search.scale ?? 1}
      now={now}
      blind={sight !== 'live'}
      attended={hands.here || hands.busy}
      alarm={
        <>
          {sight === 'refused' ? <PairingOfWall pairing={pairing} alone={onlyCode} /> : null}
          {sight === 'live' || onlyCode ? null : (
            <WallAlarm since={known.trueAt} now={now} refused={sight === 'refused'} />
          )}
        </>
      }
      over={
        <>
          {flashed === undefined ? null : <WallFlash name={flashed} />}
          {hands.busy ? <BarOfWall search={search} name={nameOf(pairing)} /> : null}
        </>
      }
    >
      {onlyCode ? null : <PictureOfWall known={known} view={search.view ?? 'overview'} />}
    </WallBoard>
  );
}

interface PictureOfWallProps {
  known: ReturnType<typeof useWall>;
  view: WallView;
}

function PictureOfWall({ known, view }: PictureOfWallProps) {
  const { link, now, stats, connections, activity } = known;
  return (
    <>
      <WallHead
        product={productName()}
        meshConnections={stats?.meshConnections}
        link={link.state}
        heardAt={linkSince(link)}
        now={now}
      />
      <WallBody view={view} connections={connections} rows={activity} now={now} />
    </>
  );
}

function PairingOfWall({ pairing, alone }: { pairing: PairingState; alone: boolean }) {
  const waiting = pairing.state === 'waiting' ? pairing : undefined;
  return (
    <WallPairing
      code={waiting?.code}
      expiresAt={waiting?.expiresAt}
      problem={pairing.state === 'failed' ? pairing.text : undefined}
      place={`${location.host}/dashboard?show=displays`}
      alone={alone}
    />
  );
}

const nameOf = (pairing: PairingState) => (pairing.state === 'done' ? pairing.name : undefined);

/** @returns the name to be shown large, while it is to be shown */
function useOrdersShown(): string | undefined {
  const [name, setName] = useState('');
  const { on, begin } = useFading(FLASH_MS);
  const heard = useCallback(
    (order: Order) => {
      if (order.order === 'reload') location.reload();
      else {
        setName(order.name);
        begin();
      }
    },
    [begin],
  );
  useOrders(heard);
  return on ? name : undefined;
}

/** Goes over to a new version by itself, while nobody is at the screen. */
function useSelfUpdate(quiet: boolean): void {
  const isQuiet = useRef(quiet);
  useEffect(() => {
    isQuiet.current = quiet;
  }, [quiet]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let over = false;
    import('../link/updates/updates.ts').then(({ updateWhenQuiet }) => {
      if (!over) stop = updateWhenQuiet(() => isQuiet.current);
    }, reportError);
    return () => {
      over = true;
      stop?.();
    };
  }, []);
}
