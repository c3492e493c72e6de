import { PUSH_KINDS, type PushKind } from '../../../contract/limits.ts';
import type { PushStage, PushState } from '../../shared/model.ts';
import { createSubscribable } from '../../shared/subscribable.ts';
import type { PushMemory } from './push-device.ts';
import { createSubscribing, type SubscribingDeps } from './push-subscribing.ts';
import { createPushTest, type PushTestDeps } from './push-test.ts';

export interface PushFlow {
  state(): PushState;
  subscribe(listener: () => void): () => void;
  /** Looks how things are. */
  look(): Promise<void>;
  /** Call it within a tap: it asks the person. */
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
  choose(kinds: readonly PushKind[]): Promise<void>;
  /** Has the server send one, and waits for it. */
  test(): Promise<void>;
  /** At a start: makes good what browser or server have let go of meanwhile. */
  keep(): Promise<void>;
  /** At sign-out: nothing comes to this device any more, whether or not the server can be reached. */
  forget(): Promise<void>;
}

export type PushDeps = SubscribingDeps &
  Omit<PushTestDeps, keyof SubscribingDeps> & {
    /** Says that this device is notified, or not any more. */
    readonly flag: (isOn: boolean) => void;
  };

const START: PushState = {
  stage: 'looking',
  kinds: PUSH_KINDS,
  busy: undefined,
  trouble: undefined,
  test: { stage: 'none' },
  last: undefined,
  server: undefined,
};

export function createPushFlow(deps: PushDeps): PushFlow {
  const { device, send, flag } = deps;
  const { memory } = device;
  const changes = createSubscribable();
  let state = START;

  function become(next: Partial<PushState>): void {
    state = { ...state, ...next };
    changes.emit();
  }

  const here = createSubscribing({ device, send }, (server) => become({ server }));
  const runTest = createPushTest(deps, (test) => become({ test }));
  device.onArrival((last) => become({ last }));

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
      become({ last: undefined, test: { stage: 'none' } });
    }
  }

  /** Carries out one order, and says what came of it. */
  async function order(
    busy: PushState['busy'],
    work: () => Promise<string | undefined>,
  ): Promise<void> {
    if (state.busy !== undefined) return;
    become({ busy, trouble: undefined });
    const trouble = await work().catch((error: unknown) => String(error));
    const stage = await stageNow().catch(() => state.stage);
    become({ busy: undefined, trouble, stage });
  }

  return {
    state: () => state,
    subscribe: changes.subscribe,
    async look() {
      const stage = await stageNow();
      const last = await memory.last().catch(() => undefined);
      become({ stage, last, kinds: (await choiceIn(memory))?.kinds ?? PUSH_KINDS });
      const answer = stage === 'on' || stage === 'off' ? await here.ask() : 'asked';
      if (answer === 'without') become({ stage: 'without' });
    },
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
    async choose(kinds) {
      const before = state.kinds;
      become({ kinds });
      await order('choosing', () => here.subscribe(kinds));
      if (state.trouble !== undefined) become({ kinds: before });
    },
    async test() {
      const { stage } = state.test;
      if (stage === 'sending' || stage === 'waiting') return;
      await runTest(await here.endpoint());
      // The server has just tried the push service.
      await here.ask();
    },
    async keep() {
      const chosen = await choiceIn(memory);
      if (chosen === undefined || device.lack() !== null || device.permission() !== 'granted')
        return;
      if (await device.isReady()) await here.subscribe(chosen.kinds);
    },
    forget: dropHere,
  };
}

/** Never rejects: a device whose database fails has chosen nothing that anybody could know of. */
const choiceIn = (memory: PushMemory) => memory.choice().catch(() => undefined);
