import { useState } from 'react';

/**
 * A dialog's code is loaded when it is first opened; from then on it stays mounted, so that it can give the
 * focus back when it closes.
 *
 * @returns whether it has been opened before or is now
 */
export function useOnceOpened(opened: boolean): boolean {
  const [once, setOnce] = useState(opened);
  if (opened && !once) setOnce(true);
  return once || opened;
}
