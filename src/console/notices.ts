import { createSubscribable } from '../shared/subscribable.ts';

/** A short message to the user: shown as a toast, afterwards listed in the bell. */
export interface Notice {
  readonly title: string;
  readonly message?: string | undefined;
  readonly severity: NoticeSeverity;
  /** Milliseconds it is shown; false: until it is closed. Left out: the region's own time. */
  readonly autoClose?: number | false | undefined;
  /** The account's notification of the same, which the bell lists anyway. */
  readonly notificationId?: number | undefined;
  /** Where it leads. */
  readonly link?: { readonly label: string; readonly to: string } | undefined;
}

export type NoticeSeverity = 'info' | 'success' | 'warning' | 'error';

/** Apart from the other texts of uploads, which the first screen does not need. */
export const UPLOADED: Notice = {
  title: 'Success',
  message: 'ZIP bundle uploaded successfully',
  severity: 'success',
};

/** A page without a region (the region's code is still loading) keeps the last notices for it. */
const WAITING_MAX = 10;

const notices = createSubscribable<[Notice]>();
let waiting: Notice[] = [];
let regions = 0;

/** Shows a notice on this page, from anywhere. */
export function notify(notice: Notice): void {
  if (regions > 0) notices.emit(notice);
  else waiting = [...waiting, notice].slice(-WAITING_MAX);
}

/**
 * For the region that shows notices: called with each, at first with those that came before there was a region.
 *
 * @returns the undo
 */
export function onNotice(show: (notice: Notice) => void): () => void {
  const unsubscribe = notices.subscribe(show);
  regions += 1;
  const missed = waiting;
  waiting = [];
  missed.forEach(show);
  return () => {
    regions -= 1;
    unsubscribe();
  };
}
