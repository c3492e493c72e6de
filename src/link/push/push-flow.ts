import type { PushArrival } from '../../../contract/push-memory.ts';
import {
  PUSH_KINDS,
  type PushKind,
  type PushState as ServerState,
} from '../../../contract/shapes/push.ts';
import type { PushLack, PushMemory } from './push-device.ts';
import { createSubscribing, type SubscribingDoors } from './push-subscribing.ts';
import { createPushTest, type PushTest, type TestDoors } from './push-test.ts';

export type { PushTest } from './push-test.ts';

/**
 * Whether this device is notified, as it really is: looked up in the browser and at the server, and never
 * assumed from what was asked for.
 */
export interface PushState {
  readonly stage: PushStage;
  readonly kinds: readonly PushKind[];
  /** What is under way. */
  readonly busy: 'turning' | 'choosing' | undefined;
  /** Why the last order was not carried out, for the person. */
  readonly trouble: string | undefined;
  readonly test: PushTest;
  readonly last: PushArrival | undefined;
  /** What the server knows of its way to push services. */
  readonly server: Pick<ServerState, 'reach' | 'reachAt'> | undefined;
}

/**
 * looking: not known yet. starting: no service worker runs yet. blocked: the person, or the browser for
 * them, has said no. without: this server sends no pushes.
 */
export type PushStage = 'looking' | PushLack | 'starting' | 'blocked' | 'without' | 'off' | 'on';

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

export type PushDoors = SubscribingDoors &
  Omit<TestDoors, keyof SubscribingDoors> & {
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

export function createPushFlow(doors: PushDoors): PushFlow {
  const { device, send, flag } = doors;
  const { memory } = device;
  const listeners = new Set<() => void>();
  let state = START;

  function become(next: Partial<PushState>): void {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  }

  const here = createSubscribing({ device, send }, (server) => become({ server }));
  const runTest = createPushTest(doors, (test) => become({ test }));
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
      // The service worker subscribes anew by what is remembered, and must not after this.
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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
