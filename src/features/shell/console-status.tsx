import { useEffect } from 'react';
import { useConnection, useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { connectionLabel, connectionSince } from '../../shared/connection-labels.ts';
import { type MeshVerdict, meshVerdict, verdictTitle } from '../../shared/verdict.ts';
import { colors } from '../../ui/theme/colors.ts';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { DownCount } from './navigation.tsx';
import { setTitlePrefix } from './page-title.ts';
import { VerdictBadge } from './verdict-badge.tsx';

/** The parts of the shell that change with every message, apart from it: they alone are rendered again. */
const AGES_EVERY_MS = 1000;

function useMeshVerdict(): MeshVerdict {
  const { state } = useConnection();
  const { data, age } = useRead('connections');
  return meshVerdict(data, state === 'live' ? age : 'unknown');
}

/** The header's badge; the browser's tab says the same. */
export function ConsoleVerdict() {
  const verdict = useMeshVerdict();
  const title = verdictTitle(verdict);
  useEffect(() => {
    setTitlePrefix(title);
    return () => setTitlePrefix('');
  }, [title]);
  useEffect(() => showFaviconDot(verdict.color), [verdict.color]);
  return <VerdictBadge verdict={verdict} />;
}

export function ConsoleConnection() {
  const connection = useConnection();
  const now = useServerNow(AGES_EVERY_MS);
  const { sentence } = useMeshVerdict();
  return (
    <ConnectionIndicator
      label={connectionLabel(connection, now)}
      since={connectionSince(connection)}
      now={now}
      mesh={sentence}
    />
  );
}

/** Beside Mesh Network in the navigation. */
export function ConsoleDownCount() {
  return <DownCount down={useMeshVerdict().down.length} />;
}

const SIZE = 32;
const RADIUS = 9;
const DOTS: Readonly<Record<string, string>> = { yellow: colors.yellow[5], red: colors.red[6] };

/**
 * Puts a dot on the browser's icon for this page while something is wrong with the mesh.
 *
 * @param color of the verdict; one without a dot shows the plain icon
 * @returns the undo
 */
function showFaviconDot(color: string): (() => void) | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const dot = DOTS[color];
  if (!link || !dot) return undefined;
  const plain = link.href;
  let isShown = true;
  const image = new Image();
  image.onload = () => {
    if (isShown) link.href = drawDot(image, dot) ?? plain;
  };
  image.src = plain;
  return () => {
    isShown = false;
    link.href = plain;
  };
}

/** @returns undefined where the browser does not let a page draw */
function drawDot(image: HTMLImageElement, dot: string): string | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.drawImage(image, 0, 0, SIZE, SIZE);
  pen.beginPath();
  pen.arc(SIZE - RADIUS, SIZE - RADIUS, RADIUS, 0, 2 * Math.PI);
  pen.fillStyle = dot;
  pen.fill();
  return canvas.toDataURL('image/png');
}
