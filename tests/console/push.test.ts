import { beforeEach, describe, expect, test } from 'vitest';
import { PUSH_KINDS } from '../../contract/limits.ts';
import { createPushFlow, type PushFlow, TEST_LIMIT_MS } from '../../src/device/push/push-flow.ts';
import type { Outcome } from '../../src/shared/outcome.ts';
import { createFakePushDevice, type FakePushDevice } from '../doubles/push-device.ts';

const KEY = 'BAAA';
let device: FakePushDevice;
let sent: { name: string; payload: unknown }[];
let answers: Partial<Record<string, Outcome>>;
let flagged: boolean;
let late: (() => void) | undefined;
let flow: PushFlow;

beforeEach(() => {
  device = createFakePushDevice();
  sent = [];
  answers = {
    push: { ok: true, data: { publicKey: KEY, reach: 'untried', reachAt: null } },
    pushTest: { ok: true, data: { id: 'one' } },
  };
  flagged = false;
  flow = createFlow();
});

const createFlow = (wait: (name: string) => Promise<void> | undefined = () => undefined) =>
  createPushFlow({
    device,
    async send(name: string, request?: { payload: unknown }) {
      sent.push({ name, payload: request?.payload });
      await wait(name);
      return answers[name] ?? { ok: true, data: {} };
    },
    flag: (isOn) => {
      flagged = isOn;
    },
    after: (_ms, run) => {
      late = run;
      return () => {
        late = undefined;
      };
    },
  });

const stage = () => flow.state().stage;
const refused = (status: number, message: string): Outcome => ({
  ok: false,
  status,
  text: JSON.stringify({ message }),
  why: 'refused',
});

describe('what is shown', () => {
  test.each(['insecure', 'home-screen', 'browser'] as const)('a lack: %s', async (lack) => {
    device.able.lack = lack;
    await flow.look();
    expect(stage()).toBe(lack);
    expect(sent).toEqual([]);
  });

  test('nothing is possible before a service worker runs', async () => {
    device.able.ready = false;
    await flow.look();
    expect(stage()).toBe('starting');
  });

  test('a server of the specification alone sends none', async () => {
    answers.push = refused(404, 'no such call');
    await flow.look();
    expect(stage()).toBe('without');
  });

  test('is off, and asks for no permission, until it is turned on', async () => {
    await flow.look();
    expect(stage()).toBe('off');
    expect(device.permission()).toBe('default');
  });
});

test.each(['push', 'pushSubscribe'])(
  'signing out while the server is asked %s to keep this device subscribed leaves no subscription',
  async (call) => {
    await flow.turnOn();
    device.lapse();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const kept = createFlow((name) => (name === call ? answered : undefined));
    const keeping = kept.keep();
    await new Promise(setImmediate);
    await kept.forget();
    answer();
    await keeping;
    expect(await device.subscription()).toBeNull();
    expect(device.kept()).toBeUndefined();
  },
);

describe('turning on', () => {
  test('asks, subscribes at the server’s key, registers at the server, and remembers', async () => {
    await flow.look();
    await flow.turnOn();
    expect(stage()).toBe('on');
    expect(flagged).toBe(true);
    expect(sent.at(-1)).toMatchObject({
      name: 'pushSubscribe',
      payload: { endpoint: 'https://fcm.googleapis.com/fcm/send/1', kinds: PUSH_KINDS },
    });
    expect(device.kept()).toEqual({ kinds: PUSH_KINDS, publicKey: KEY });
  });

  test('shows a denied permission as blocked, and subscribes nothing', async () => {
    device.granted = 'denied';
    await flow.turnOn();
    expect(stage()).toBe('blocked');
    expect(flagged).toBe(false);
    expect(sent).toEqual([]);
  });

  test('a browser without a push service is off, and says why', async () => {
    device.able.service = false;
    await flow.turnOn();
    expect(stage()).toBe('off');
    expect(flow.state().trouble).toContain('could not subscribe');
  });

  test('a server that refuses is off, and says why in its words', async () => {
    answers.pushSubscribe = refused(409, 'This server notifies as many devices as it can.');
    await flow.turnOn();
    expect(stage()).toBe('off');
    expect(flow.state().trouble).toBe('This server notifies as many devices as it can.');
    expect(flagged).toBe(false);
  });
});

describe('a device that is on', () => {
  beforeEach(async () => {
    await flow.turnOn();
    sent = [];
  });

  test('chooses its kinds; a choice that the server refuses is undone', async () => {
    await flow.choose(['down']);
    expect(sent.at(-1)?.payload).toMatchObject({ kinds: ['down'] });
    expect(device.kept()?.kinds).toEqual(['down']);
    answers.pushSubscribe = refused(503, 'Later.');
    await flow.choose([]);
    expect(flow.state()).toMatchObject({ kinds: ['down'], trouble: 'Later.' });
  });

  test('registers at the server again at each start, with its choice', async () => {
    await flow.choose(['back']);
    sent = [];
    await createFlow().keep();
    expect(sent.at(-1)).toMatchObject({ name: 'pushSubscribe', payload: { kinds: ['back'] } });
  });

  test('subscribes anew when the browser has let it go, or the server has another key', async () => {
    device.lapse();
    await createFlow().keep();
    expect(sent.at(-1)?.payload).toMatchObject({
      endpoint: 'https://fcm.googleapis.com/fcm/send/2',
    });
    answers.push = { ok: true, data: { publicKey: 'BBBB', reach: 'untried', reachAt: null } };
    await createFlow().keep();
    expect(sent.at(-1)?.payload).toMatchObject({
      endpoint: 'https://fcm.googleapis.com/fcm/send/3',
    });
    expect(device.kept()?.publicKey).toBe('BBBB');
  });

  test('unsubscribes at sign-out even when the server cannot be reached', async () => {
    answers = { pushUnsubscribe: refused(0, '') };
    await flow.forget();
    expect(await device.subscription()).toBeNull();
    expect(device.kept()).toBeUndefined();
    expect(flagged).toBe(false);
  });

  test('remembers nothing after sign-out even when the browser cannot unsubscribe', async () => {
    device.able.unsubscribe = false;
    await expect(flow.forget()).rejects.toThrow('Unsubscription failed');
    expect(device.kept()).toBeUndefined();
  });

  test('turns off on the device and at the server', async () => {
    await flow.turnOff();
    expect(sent).toEqual([
      {
        name: 'pushUnsubscribe',
        payload: { endpoint: 'https://fcm.googleapis.com/fcm/send/1' },
      },
    ]);
    expect([stage(), flagged]).toEqual(['off', false]);
  });
});

describe('a device whose database fails', () => {
  beforeEach(() => {
    device.able.memory = false;
  });

  test('is shown as off', async () => {
    await flow.look();
    expect(stage()).toBe('off');
  });

  test('says that it could not be turned on, and can be asked again', async () => {
    await flow.turnOn();
    expect(flow.state()).toMatchObject({ stage: 'off', busy: undefined });
    expect(flow.state().trouble).toContain('Internal error.');
    device.able.memory = true;
    await flow.turnOn();
    expect(flow.state()).toMatchObject({ stage: 'on', trouble: undefined });
  });

  test('is not subscribed at a start', async () => {
    await flow.keep();
    expect(sent).toEqual([]);
  });
});

test('ends an action even when the state cannot be read', async () => {
  device.isReady = () => Promise.reject(new DOMException('No documents.', 'InvalidStateError'));
  await flow.turnOn();
  expect(flow.state().busy).toBeUndefined();
});

describe('a test', () => {
  beforeEach(() => flow.turnOn());

  test('has arrived when its push has, whatever else comes', async () => {
    const running = flow.test();
    await new Promise(setImmediate);
    device.arrive({ id: 'another' });
    expect(flow.state()).toMatchObject({ busy: 'testing', isTested: false });
    device.arrive({ id: 'one' });
    await running;
    expect(flow.state()).toMatchObject({ busy: undefined, isTested: true, trouble: undefined });
    expect(late).toBeUndefined();
  });

  test('is recognised when it arrives before its id is known', async () => {
    const asked = createFlow((name) => {
      if (name === 'pushTest') device.arrive({ id: 'one' });
      return undefined;
    });
    await asked.test();
    expect(asked.state().isTested).toBe(true);
  });

  test(`that has not come within ${TEST_LIMIT_MS / 1000} s is missing`, async () => {
    const running = flow.test();
    await new Promise(setImmediate);
    late?.();
    await running;
    expect(flow.state().trouble).toMatch(/did not arrive within 30 s/);
  });

  test('that the server could not send says why', async () => {
    answers.pushTest = refused(503, 'The server cannot reach the push service.');
    await flow.test();
    expect(flow.state()).toMatchObject({
      isTested: false,
      trouble: 'Not sent. The server cannot reach the push service.',
    });
  });
});
