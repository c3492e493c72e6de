import { createStore, get, set } from 'idb-keyval';
import { PUSH_FACT, PUSH_STORE, type PushChoice } from '../../contract/push-memory.ts';
import type { PushMemory } from './pushes.ts';

/** The device's database. Opened at each use: a service worker lives for seconds. */
export function createPushMemory(): PushMemory {
  const facts = () => createStore(PUSH_STORE.database, PUSH_STORE.store);
  return {
    choice: async () => get<PushChoice>(PUSH_FACT.choice, facts()),
    setLast: async (arrival) => set(PUSH_FACT.last, arrival, facts()),
  };
}
