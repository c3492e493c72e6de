import type { ComponentProps } from 'react';

/** Safari gives a box that scrolls no keyboard focus by itself, so its content could not be reached there. */
const REACHABLE = { tabIndex: 0 };

interface ScrollBoxProps extends ComponentProps<'section'> {
  /** Names the region for who cannot see it. */
  'aria-label': string;
}

/** A region that scrolls by itself and can be scrolled by the keyboard. */
export function ScrollBox(props: ScrollBoxProps) {
  return <section {...REACHABLE} {...props} />;
}
