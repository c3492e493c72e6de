import { openArea } from '../edges/open-area.ts';

/** Room between the owner and its tooltip, and between the tooltip and the edge. */
const GAP_PX = 8;

/** Puts the tooltip below its owner, or above where there is no room; never where the device covers it. */
export function placeTip(tip: HTMLElement, owner: HTMLElement): void {
  const own = owner.getBoundingClientRect();
  const area = openArea();
  const { width, height } = tip.getBoundingClientRect();
  const middle = own.left + own.width / 2 - width / 2;
  const left = Math.max(area.left + GAP_PX, Math.min(middle, area.right - width - GAP_PX));
  const below = own.bottom + GAP_PX;
  const fits = below + height + GAP_PX <= area.bottom;
  const above = Math.max(area.top + GAP_PX, own.top - GAP_PX - height);
  tip.style.left = `${left}px`;
  tip.style.top = `${fits ? below : above}px`;
}
