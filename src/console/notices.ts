import { createValueStore } from '../shared/subscribable.ts';

/** A short message to the user: shown as a toast, afterwards listed in the bell. */
export interface Notice {
  readonly title: string;
  readonly message?: string | undefined;
  readonly severity: NoticeSeverity;
  /** Milliseconds it is shown; false: until it is closed. Left out: TOAST.showMs. */
  readonly autoClose?: number | false | undefined;
  /** The account's notification of the same, which the bell lists anyway. */
  readonly notificationId?: number | undefined;
  /** Where it leads. */
  readonly link?: { readonly label: string; readonly to: string } | undefined;
}

export type NoticeSeverity = 'info' | 'success' | 'warning' | 'error';

/** A notice that is shown as a toast, or that was. */
export interface Toast extends Notice {
  readonly id: number;
  /** Device time, epoch milliseconds, at which it left the screen; left out while it is shown. */
  readonly leftAt?: number;
}

/** Apart from the other texts of uploads, which the first screen does not need. */
export const UPLOADED: Notice = {
  title: 'Success',
  message: 'ZIP bundle uploaded successfully',
  severity: 'success',
};

/** A page that is open for weeks keeps no more than this. */
const KEPT_MAX = 100;

/** The toasts of this page, newest first: only the first can be on the screen. */
export const toasts = createValueStore<readonly Toast[]>([]);

/** @returns the toast that is on the screen, or is as soon as what draws it is loaded */
export function shownToast(): Toast | undefined {
  const [newest] = toasts.get();
  return newest?.leftAt === undefined ? newest : undefined;
}

/** Shows a notice on this page, from anywhere, in the place of the toast that is there. */
export function notify(notice: Notice): void {
  dismissToast();
  const kept = toasts.get();
  const id = (kept[0]?.id ?? 0) + 1;
  toasts.set([{ ...notice, id }, ...kept].slice(0, KEPT_MAX));
}

/** Takes the toast off the screen. */
export function dismissToast(): void {
  const shown = shownToast();
  if (shown) toasts.set([{ ...shown, leftAt: Date.now() }, ...toasts.get().slice(1)]);
}
