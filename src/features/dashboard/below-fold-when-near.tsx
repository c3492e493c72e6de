import { Skeleton } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useAreRead } from '../../console/reads.ts';
import { firstPaint } from '../../device/first-paint.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useLoading } from '../../ui/use-loaded.ts';
import type { BelowFoldProps } from './below-fold.tsx';

/**
 * What lies below the fold loads when it is scrolled near, or is asked for by the address. Where it is on the device
 * already, it loads after the first paint.
 */
export function BelowFoldWhenNear(props: BelowFoldProps) {
  const { bundle, deploy } = props.search;
  const isAsked = bundle !== undefined || deploy !== undefined;
  const [isNear, setNear] = useState(false);
  const isWanted = isNear || isAsked;
  const { component: BelowFold, ...loading } = useLoading(loadBelowFold, isWanted);
  return BelowFold ? (
    <BelowFold {...props} />
  ) : (
    <BelowFoldFrame isBusy={isWanted && !loading.hasFailed} onNear={setNear}>
      <NotLoaded {...loading}>
        <Skeleton h="12rem" />
      </NotLoaded>
    </BelowFoldFrame>
  );
}

const ABOVE = ['stats', 'connections', 'activity'] as const;
const loadBelowFold = async () => (await import('./below-fold.tsx')).BelowFold;

interface BelowFoldFrameProps {
  isBusy: boolean;
  onNear: (isNear: true) => void;
  children: ReactNode;
}

/** Its place. */
function BelowFoldFrame({ isBusy, onNear, children }: BelowFoldFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  // While what is above it has yet to arrive, it is near for a moment.
  useNear(place, useAreRead(ABOVE), onNear);
  return (
    <div ref={place}>
      <Panel title="ZIP Bundles" aria-busy={isBusy}>
        {children}
      </Panel>
    </div>
  );
}

/** @param onNear called when the element is within a quarter of a screen of what is seen */
function useNear(
  element: RefObject<HTMLElement | null>,
  isPlaced: boolean,
  onNear: (isNear: true) => void,
): void {
  useEffect(() => {
    if (navigator.serviceWorker?.controller) void firstPaint.then(() => onNear(true));
  }, [onNear]);
  useEffect(() => {
    if (!isPlaced || !element.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(true), {
      rootMargin: '25% 0%',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isPlaced, onNear]);
}
