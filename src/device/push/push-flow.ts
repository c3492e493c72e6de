import { PUSH_KINDS, type PushKind } from '../../../contract/limits.ts';
import type { PushStage, PushState } from '../../shared/model.ts';
import { messageOf } from '../../shared/outcome.ts';
import { createSubscribable } from '../../shared/subscribable.ts';
import {
  createPushSubscription,
  NO_ANSWER,
  type PushDevice,
  type PushSubscriptionDeps,
} from './push-device.ts';

interface PushDeps extends PushSubscriptionDeps {
  /** Says that this device is notified, or not any more. */
  readonly flag: (isOn: boolean) => void;
  /** @returns the undo */
  readonly after: (ms: number, run: () => void) => () => void;
}

const START: PushState = {
  stage: 'looking',
  kinds: PUSH_KINDS,
  busy: undefined,
  trouble: undefined,
  isTested: false,
};

export function createPushFlow(deps: PushDeps) {
  const { device, send, flag } = deps;
  const { memory } = device;
  const changes = createSubscribable();
  let state = START;

  function become(next: Partial<PushState>): void {
    state = { ...state, ...next };
    changes.emit();
  }

  const here = createPushSubscription(deps);

  async function stageNow(): Promise<PushStage> {
    const lack = device.lack();
    if (lack !== null) return lack;
    if (device.permission() === 'denied') return 'blocked';
    if (!(await device.isReady())) return 'starting';
    const [subscription, chosen] = await Promise.all([device.subscription(), choiceIn(memory)]);
    return subscription !== null && chosen !== undefined ? 'on' : 'off';
  }

  async function dropHere(): Promise<void> {
    flag(false);
    try {
      await here.drop();
    } finally {
      // The service worker subscribes again by what is remembered, and must not after this.
      await memory.forget();
    }
  }

  /** Carries out one order, and says what came of it. */
  async function order(
    busy: PushState['busy'],
    work: () => Promise<string | undefined>,
  ): Promise<void> {
    if (state.busy !== undefined) return;
    become({ busy, trouble: undefined, isTested: false });
    const trouble = await work().catch((error: unknown) => String(error));
    const stage = await stageNow().catch(() => state.stage);
    const isTested = busy === 'testing' && trouble === undefined;
    become({ busy: undefined, trouble, stage, isTested });
  }

  return {
    state: () => state,
    subscribe: changes.subscribe,
    async look(): Promise<void> {
      const stage = await stageNow();
      become({ stage, kinds: (await choiceIn(memory))?.kinds ?? PUSH_KINDS });
      if (stage !== 'on' && stage !== 'off') return;
      const asked = await send('push');
      if (!asked.ok && asked.status === 404) become({ stage: 'without' });
    },
    /** Call it within a tap: it asks the person. */
    turnOn: () =>
      order('turning', async () => {
        if ((await device.ask()) !== 'granted') return undefined;
        const trouble = await here.subscribe(state.kinds);
        if (trouble === undefined) flag(true);
        return trouble;
      }),
    turnOff: () =>
      order('turning', async () => {
        await send('pushUnsubscribe', { payload: { endpoint: await here.endpoint() } });
        await dropHere();
        return undefined;
      }),
    async choose(kinds: readonly PushKind[]): Promise<void> {
      const before = state.kinds;
      become({ kinds });
      await order('choosing', () => here.subscribe(kinds));
      if (state.trouble !== undefined) become({ kinds: before });
    },
    /** Has the server send one, and waits for it. */
    test: () => order('testing', async () => testPush(deps, await here.endpoint())),
    /** At a start: makes good what browser or server have let go of meanwhile. */
    async keep(): Promise<void> {
      const chosen = await choiceIn(memory);
      if (chosen === undefined || device.lack() !== null || device.permission() !== 'granted')
        return;
      if (await device.isReady()) await here.subscribe(chosen.kinds);
    },
    /** At sign-out: nothing comes to this device any more, whether or not the server can be reached. */
    forget: dropHere,
  };
}
export type PushFlow = ReturnType<typeof createPushFlow>;

/** Never rejects: a device whose database fails has chosen nothing that anybody could know of. */
const choiceIn = (memory: PushDevice['memory']) => memory.choice().catch(() => undefined);

/** A test that has not arrived by then counts as missing. */
export const TEST_LIMIT_MS = 30_000;
const MISSING =
  'It did not arrive within 30 s. The push service accepted it, but this device did not get it. It may be saving power, or its network blocks notifications.';

/** Has the server send a push to this endpoint, and waits for it. @returns what went wrong, for the person */
async function testPush(
  { device, send, after }: PushDeps,
  endpoint: string,
): Promise<string | undefined> {
  const came = new Set<string | undefined>();
  let look: () => void = () => undefined;
  // It may come before the server's answer, which says its id, has.
  const stop = device.onArrival(({ id }) => {
    came.add(id);
    look();
  });
  const outcome = await send('pushTest', { payload: { endpoint } });
  if (!outcome.ok) {
    stop();
    return `Not sent. ${messageOf(outcome) ?? NO_ANSWER}`;
  }
  const { id } = outcome.data as { id: string };
  const isThere = await new Promise<boolean>((resolve) => {
    const stopLate = after(TEST_LIMIT_MS, () => resolve(false));
    look = () => {
      if (!came.has(id)) return;
      stopLate();
      resolve(true);
    };
    look();
  });
  stop();
  return isThere ? undefined : MISSING;
}
