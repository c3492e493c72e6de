import { useIdle } from '@mantine/hooks';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Order } from '../../../contract/live.ts';
import { useOrders } from '../../console/wall/orders.ts';
import { untilLoaded } from '../../ui/use-loaded.ts';
import { noteOrderedReload } from './use-wall-report.ts';

/** How long cursor and controls stay after the last input. */
const CURSOR_SHOWN_MS = 3000;
const CONTROLS_SHOWN_MS = 10_000;

/** Detects input on an unattended display: isPresent shows the cursor, isActive the controls. */
export function useUserActivity() {
  const isStill = useIdle(CURSOR_SHOWN_MS, { events: ['pointermove', 'pointerdown', 'keydown'] });
  const isActive = !useIdle(CONTROLS_SHOWN_MS, { events: ['pointerdown', 'keydown'] });
  return { isPresent: isActive || !isStill, isActive };
}

const FLASH_MS = 8000;

/** Carries out the orders of operators. @returns the name to flash, while it is flashed */
export function useDisplayOrders(): string | undefined {
  const [flash, setFlash] = useState<Order>();
  const onOrder = useCallback((order: Order) => {
    if (order.order !== 'reload') return setFlash(order);
    noteOrderedReload();
    location.reload();
  }, []);
  useOrders(onOrder);
  useEffect(() => {
    if (!flash) return;
    const timer = setTimeout(() => setFlash(undefined), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flash]);
  return flash?.name;
}

/** Takes a new version while nobody is at the screen. */
export function useSelfUpdate(quiet: boolean): void {
  const isQuiet = useEffectEvent(() => quiet);
  useEffect(() => {
    let stop: (() => void) | undefined;
    const over = new AbortController();
    void untilLoaded(() => import('../../device/updates/updates.ts'), over.signal).then(
      (updates) => {
        if (!over.signal.aborted) stop = updates?.updateWhenQuiet(() => isQuiet());
      },
    );
    return () => {
      over.abort();
      stop?.();
    };
  }, []);
}
