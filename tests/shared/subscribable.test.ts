import { expect, test, vi } from 'vitest';
import { createSubscribable, createValueStore } from '../../src/shared/subscribable.ts';

test('calls every listener until it unsubscribes', () => {
  const { subscribe, emit } = createSubscribable<[number]>();
  const [one, two] = [vi.fn(), vi.fn()];
  const stop = subscribe(one);
  subscribe(two);
  emit(1);
  stop();
  emit(2);
  expect(one.mock.calls).toEqual([[1]]);
  expect(two.mock.calls).toEqual([[1], [2]]);
});

test('lets a listener unsubscribe while it is called', () => {
  const { subscribe, emit } = createSubscribable();
  const later = vi.fn();
  const stop = subscribe(() => stop());
  subscribe(later);
  emit();
  emit();
  expect(later).toHaveBeenCalledTimes(2);
});

test('is active from the first listener to the last', () => {
  const [activate, deactivate] = [vi.fn(), vi.fn()];
  const { subscribe } = createSubscribable(() => {
    activate();
    return deactivate;
  });
  const listener = () => undefined;
  const stops = [subscribe(listener), subscribe(listener)];
  expect(activate).toHaveBeenCalledTimes(1);
  stops[0]?.();
  stops[0]?.();
  expect(deactivate).not.toHaveBeenCalled();
  stops[1]?.();
  expect(deactivate).toHaveBeenCalledTimes(1);
  subscribe(listener);
  expect(activate).toHaveBeenCalledTimes(2);
});

test('a store notifies only of values that changed', () => {
  const store = createValueStore(1);
  const listener = vi.fn();
  store.subscribe(listener);
  store.set(1);
  store.set(2);
  expect([store.get(), listener.mock.calls.length]).toEqual([2, 1]);
});
