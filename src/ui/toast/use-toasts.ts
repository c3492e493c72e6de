import { useSyncExternalStore } from 'react';
import { type ToastState, type Toasts, toasts } from './toasts.ts';

/** @returns the visible toast and the past ones, newest first */
export function useToasts(store: Toasts = toasts): ToastState {
  return useSyncExternalStore(store.subscribe, store.state);
}
