import { useLocation } from '@tanstack/react-router';
import { type PairingState, usePairing } from '../../client/wall/pairing.ts';
import { useStayAwake } from '../../client/wall/use-wake-lock.ts';
import { productName } from '../../product.ts';
import { connectionLabel, connectionSince } from '../../shared/connection-labels.ts';
import type { MeshVerdict } from '../../shared/verdict.ts';
import { usePage } from '../shell/page-title.ts';
import { useAlarmSound } from './use-alarm-sound.ts';
import { useDisplayOrders, useSelfUpdate, useUserActivity } from './use-unattended.ts';
import { useWall } from './use-wall.ts';
import { WallControls } from './wall-bar.tsx';
import { WallAlarm, WallBoard, WallBody, WallFlash } from './wall-board.tsx';
import { WallHead } from './wall-head.tsx';
import { WallPairing } from './wall-pairing.tsx';
import { isNight, rotatedView, type WallSearch, wallSearch } from './wall-search.ts';
import { useWallTheme } from './wall-theme.ts';
import '../../ui/theme/late-styles.css';

/** The dashboard of an unattended screen. It never asks anybody to sign in. */
export function Wall({ account }: { account: string }) {
  usePage('Wall', 'The mesh at a glance, for a screen on a wall.');
  useStayAwake();
  const search = wallSearch(useLocation().search);
  const wall = useWall();
  const { now, status, verdict } = wall;
  const pairing = usePairing(account);
  const { isPresent, isActive } = useUserActivity();
  const flashed = useDisplayOrders();
  const isTrouble = status !== 'live' || verdict.state !== 'active';
  const isDark = isNight(search.night, new Date(now).getHours());
  useWallTheme(isDark ? 'dark' : search.theme);
  useAlarmSound(search.sound === 1, countDown(verdict));
  useSelfUpdate(!isActive && flashed === undefined);
  const onlyCode = status === 'refused' && wall.isEmpty;
  return (
    <WallBoard
      scale={search.scale ?? 1}
      now={now}
      isStale={status !== 'live'}
      isActive={isPresent}
      isDimmed={isDark && !isTrouble}
      alarm={<OwnTrouble wall={wall} pairing={pairing} onlyCode={onlyCode} />}
      overlay={
        <>
          {flashed && <WallFlash name={flashed} />}
          {isActive ? (
            <WallControls
              search={search}
              name={pairing.state === 'done' ? pairing.name : undefined}
            />
          ) : null}
        </>
      }
    >
      {onlyCode ? null : <WallContent wall={wall} view={viewOf(search, now, isTrouble)} />}
    </WallBoard>
  );
}

interface OwnTroubleProps {
  wall: ReturnType<typeof useWall>;
  pairing: PairingState;
  onlyCode: boolean;
}

/** What is wrong with this screen itself. */
function OwnTrouble({ wall: { status, dataAt, now }, pairing, onlyCode }: OwnTroubleProps) {
  if (status === 'live') return null;
  const refused = status === 'refused';
  return (
    <>
      {refused ? <WallPairing pairing={pairing} alone={onlyCode} /> : null}
      {onlyCode ? null : (
        <WallAlarm since={dataAt} now={now} product={productName()} refused={refused} />
      )}
    </>
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
