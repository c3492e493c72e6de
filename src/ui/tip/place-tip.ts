/** Room between the owner and its tooltip. */
const GAP_PX = 8;

/**
 * Puts the tooltip below its owner, or above where there is no room. Without a place it stands in the last corner of what
 * may be seen, which says how far to the right and how far down it may go; the style sheet knows the other edges.
 */
export function placeTip(tip: HTMLElement, owner: HTMLElement): void {
  tip.style.cssText = '';
  const corner = tip.getBoundingClientRect();
  const own = owner.getBoundingClientRect();
  const left = Math.min(own.left + (own.width - corner.width) / 2, corner.left);
  const below = own.bottom + GAP_PX;
  const above = Math.min(own.top - GAP_PX - corner.height, corner.top);
  const top = below <= corner.top ? below : above;
  tip.style.cssText = `--tip-left:${left}px;--tip-top:${top}px`;
}
