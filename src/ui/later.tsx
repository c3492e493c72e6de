import { type ReactNode, useDeferredValue } from 'react';

interface LaterProps {
  children: ReactNode;
  /** Keeps the room meanwhile. */
  place?: ReactNode;
}

/** Renders its children in a commit of their own, after that of what stands around them, which does not wait for them. */
export function Later({ children, place = null }: LaterProps) {
  return useDeferredValue(true, false) ? children : place;
}
