import { type Notice, shownToast, toasts } from '../../src/console/notices.ts';

/** Calls the listener with each notice that is said from now on. @returns the undo */
export function onNotice(listener: (notice: Notice) => void): () => void {
  let lastId = toasts.get()[0]?.id ?? 0;
  return toasts.subscribe(() => {
    const toast = shownToast();
    if (!toast || toast.id === lastId) return;
    lastId = toast.id;
    const { id, ...notice } = toast;
    listener(notice);
  });
}
