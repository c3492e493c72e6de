import { openKeyValue } from '../shared/key-value.ts';
import { PUSH_FACT, PUSH_STORE, type PushChoice } from '../shared/push-memory.ts';
import type { PushMemory } from './pushes.ts';

/** What the device keeps about push messages. */
export function createPushMemory(): PushMemory {
  const facts = openKeyValue(PUSH_STORE.database, PUSH_STORE.store);
  return {
    choice: async () => (await facts.get(PUSH_FACT.choice)) as PushChoice | undefined,
    setLast: (arrival) => facts.setMany([[PUSH_FACT.last, arrival]]),
  };
}
