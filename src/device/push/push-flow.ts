import { PUSH_KINDS, type PushKind } from '../../../contract/limits.ts';
import type { PushStage, PushState, PushTest } from '../../shared/model.ts';
import { messageOf, type Outcome } from '../../shared/outcome.ts';
import { createSubscribable } from '../../shared/subscribable.ts';
import {
  createPushSubscription,
  type PushDevice,
  type PushSubscriptionDeps,
} from './push-device.ts';

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

type PushDeps = PushSubscriptionDeps &
  Omit<PushTestDeps, keyof PushSubscriptionDeps> & {
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

  const here = createPushSubscription({ device, send }, (server) => become({ server }));
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
const choiceIn = (memory: PushDevice['memory']) => memory.choice().catch(() => undefined);

interface PushTestDeps {
  readonly device: Pick<PushDevice, 'onArrival'>;
  readonly send: (name: 'pushTest', request: { payload: unknown }) => Promise<Outcome>;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  /** @returns the undo */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** A test that has not arrived by then counts as missing. */
export const TEST_LIMIT_MS = 30_000;

/**
 * @param onChange how far the test has got
 * @returns has the server send a push to this endpoint, and waits for it; one at a time
 */
function createPushTest(
  { device, send, elapsed, after }: PushTestDeps,
  onChange: (test: PushTest) => void,
): (endpoint: string) => Promise<void> {
  return async (endpoint) => {
    const sentAt = elapsed();
    const came = new Map<string, number>();
    let wanted: string | undefined;
    let isOver = false;
    // It may come before the server's answer, which says its id, has.
    const stop = device.onArrival(({ id }) => {
      if (id === undefined) return;
      came.set(id, elapsed() - sentAt);
      look();
    });
    const stopLate = after(TEST_LIMIT_MS, () => end({ stage: 'missing' }));

    function end(test: PushTest): void {
      if (isOver) return;
      isOver = true;
      stop();
      stopLate();
      onChange(test);
    }
    function look(): void {
      const afterMs = wanted === undefined ? undefined : came.get(wanted);
      if (afterMs !== undefined) end({ stage: 'arrived', afterMs });
    }

    onChange({ stage: 'sending' });
    const outcome = await send('pushTest', { payload: { endpoint } });
    if (!outcome.ok) {
      return end({ stage: 'failed', text: messageOf(outcome) ?? 'The server could not be asked.' });
    }
    wanted = (outcome.data as { id: string }).id;
    if (!isOver) onChange({ stage: 'waiting' });
    look();
  };
}
