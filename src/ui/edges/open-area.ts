/** A part of the window, in its pixels, from its left and top. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** @returns the window without what its device, or the window's own buttons, cover along its edges */
export function openArea(): Area {
  const tokens = getComputedStyle(document.documentElement);
  const px = (token: string) => Number.parseFloat(tokens.getPropertyValue(token)) || 0;
  return {
    left: px('--inset-left'),
    top: Math.max(px('--inset-top'), px('--controls-height')),
    right: window.innerWidth - px('--inset-right'),
    bottom: window.innerHeight - px('--inset-bottom'),
  };
}
