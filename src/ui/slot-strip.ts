import type { CSSProperties, PointerEvent } from 'react';
import styles from './slot-strip.module.css';

/** Called with the index of the slot under the pointer; undefined: none. */
export type OnSlot = (slot: number | undefined) => void;

/**
 * What an element needs in which slots of time lie side by side. A line marks the slot whose index an element around gives as
 * `--pointed`: strips over the same time share it.
 */
export const slotStrip = (count: number, onPoint: OnSlot | undefined, className?: string) => ({
  className: `${styles.strip} ${className ?? ''}`,
  style: { '--slots': count } as CSSProperties,
  ...(onPoint && {
    onPointerMove: ({ clientX, currentTarget }: PointerEvent) => {
      const { left, width } = currentTarget.getBoundingClientRect();
      const slot = Math.floor(((clientX - left) / width) * count);
      onPoint(Math.min(Math.max(slot, 0), count - 1));
    },
    onPointerLeave: () => onPoint(undefined),
  }),
});
