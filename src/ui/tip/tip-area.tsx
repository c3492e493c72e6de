import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TOOLTIP_MS } from '../../../contract/limits.ts';
import { followTips } from './follow-tips.ts';
import { placeTip } from './place-tip.ts';
import styles from './tip-area.module.css';
import { createTipTiming, type TipTiming } from './tip-timing.ts';

/**
 * The one tooltip of a page: the words of whatever carries `data-tip`. They repeat, for who sees, what the
 * owner's name or description says to who listens, so the tooltip is hidden from screen readers. It is a
 * popover: above dialogs, too.
 */
export function TipArea() {
  const box = useRef<HTMLDivElement>(null);
  const [timing, setTiming] = useState<TipTiming<HTMLElement>>();
  const [owner, setOwner] = useState<HTMLElement>();
  useEffect(() => {
    const made = createTipTiming<HTMLElement>({
      openMs: TOOLTIP_MS.open,
      skipMs: TOOLTIP_MS.skip,
      now: () => performance.now(),
      after,
      show: setOwner,
    });
    setTiming(made);
    const leave = followTips(document, made);
    return () => {
      leave();
      made.dismiss();
    };
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !owner?.isConnected) return;
    element.showPopover();
    placeTip(element, owner);
    return () => element.hidePopover();
  }, [owner]);
  return (
    <div
      ref={box}
      popover="manual"
      aria-hidden="true"
      className={styles.tip}
      onPointerEnter={() => owner && timing?.at(owner)}
      onPointerLeave={() => timing?.away()}
    >
      {owner?.dataset.tip}
    </div>
  );
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
