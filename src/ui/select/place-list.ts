import { openArea } from '../edges/open-area.ts';

/** Room between the button and its list, and between the list and the edge. */
const GAP_PX = 4;
const EDGE_PX = 8;

/**
 * Puts the list under its button, as wide as it, or over it where there is more room; never off the window, nor
 * where the device covers it.
 */
export function placeList(list: HTMLElement, button: HTMLElement): void {
  const own = button.getBoundingClientRect();
  const area = openArea();
  const below = area.bottom - own.bottom - GAP_PX - EDGE_PX;
  const above = own.top - area.top - GAP_PX - EDGE_PX;
  const isBelow = below >= list.scrollHeight || below >= above;
  const height = Math.min(list.scrollHeight + 2, isBelow ? below : above);
  list.style.maxHeight = `${height}px`;
  list.style.minWidth = `${Math.min(own.width, area.right - area.left - 2 * EDGE_PX)}px`;
  const furthest = area.right - list.offsetWidth - EDGE_PX;
  list.style.left = `${Math.max(area.left + EDGE_PX, Math.min(own.left, furthest))}px`;
  list.style.top = `${isBelow ? own.bottom + GAP_PX : own.top - GAP_PX - height}px`;
}
