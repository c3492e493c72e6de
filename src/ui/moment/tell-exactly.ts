import type { PointerEvent } from 'react';
import { momentOf, momentText } from '../../shared/moment.ts';

/** Gives a time that is shown as an age its exact moment as its tooltip: once it is pointed at, and not before. */
export function tellExactly({ currentTarget: time }: PointerEvent<HTMLTimeElement>): void {
  time.title = momentText(momentOf(time.dateTime), true);
}
