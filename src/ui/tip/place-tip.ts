/** Room between the owner and its tooltip, and between the tooltip and the window's edge. */
const GAP_PX = 8;

/** Puts the tooltip below its owner, or above where there is no room; never outside the window. */
export function placeTip(tip: HTMLElement, owner: HTMLElement): void {
  const own = owner.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const middle = own.left + own.width / 2 - width / 2;
  const left = Math.max(GAP_PX, Math.min(middle, window.innerWidth - width - GAP_PX));
  const below = own.bottom + GAP_PX;
  const fits = below + height + GAP_PX <= window.innerHeight;
  tip.style.left = `${left}px`;
  tip.style.top = `${fits ? below : Math.max(GAP_PX, own.top - GAP_PX - height)}px`;
}
