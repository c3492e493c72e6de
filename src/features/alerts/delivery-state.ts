import type { Delivery } from '../../../contract/shapes/alert.ts';

const STATES: Readonly<Record<string, { readonly label: string; readonly color: string }>> = {
  waiting: { label: 'Waiting', color: 'yellow' },
  sent: { label: 'Sent', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  dropped: { label: 'Dropped', color: 'gray' },
};

/** @returns what became of an alert, as a word and its colour; a state of a newer server as it is */
export function deliveryState({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>) {
  const known = Object.hasOwn(STATES, state) ? STATES[state] : undefined;
  const { label, color } = known ?? { label: state, color: 'gray' };
  return { label: state === 'waiting' && attempts > 0 ? 'Tried again soon' : label, color };
}
