import { expect, test } from 'vitest';
import { createWakeLock, type Sentinel } from '../../src/link/wall/wake-lock.ts';

/** A browser with a wake lock, which lets it go when the page is hidden. */
function createScreen(options: { refuses?: string; wished?: boolean } = {}) {
  const screen = {
    refuses: options.refuses,
    wished: options.wished ?? false,
    visible: true,
    asked: 0,
    hide: () => undefined as unknown,
    show: () => undefined as unknown,
  };
  const released = new Set<() => void>();
  async function request(): Promise<Sentinel> {
    screen.asked += 1;
    if (screen.refuses !== undefined) throw new Error(screen.refuses);
    let tell = () => undefined as unknown;
    const release = async () => tell();
    released.add(() => tell());
    return {
      release,
      addEventListener: (_type, listener) => {
        tell = listener;
      },
    };
  }
  const lock = createWakeLock({
    request,
    isSecure: true,
    isVisible: () => screen.visible,
    onVisible: (listener) => {
      screen.show = () => {
        screen.visible = true;
        listener();
      };
      screen.hide = () => {
        screen.visible = false;
        for (const tell of released) tell();
        released.clear();
        listener();
      };
    },
    wish: {
      get: () => screen.wished,
      set: (wished) => {
        screen.wished = wished;
      },
    },
  });
  return { screen, lock };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('is asked for on a tap, lost while hidden, and asked for again on return', async () => {
  const { screen, lock } = createScreen();
  expect([lock.state(), screen.asked]).toEqual([{ state: 'off' }, 0]);
  await lock.ask();
  expect(lock.state()).toEqual({ state: 'on' });
  screen.hide();
  expect([lock.state(), screen.asked]).toEqual([{ state: 'off' }, 1]);
  screen.show();
  await settled();
  expect([lock.state(), screen.asked]).toEqual([{ state: 'on' }, 2]);
});

test('is not asked for again once somebody let it go', async () => {
  const { screen, lock } = createScreen();
  await lock.ask();
  await lock.release();
  expect(lock.state()).toEqual({ state: 'off' });
  screen.show();
  await settled();
  expect(screen.asked).toBe(1);
});

test('says what the browser said when it does not allow it, and tries again on return', async () => {
  const { screen, lock } = createScreen({ refuses: 'The battery is low' });
  await lock.ask();
  expect(lock.state()).toEqual({ state: 'refused', text: 'The battery is low' });
  screen.refuses = undefined;
  screen.show();
  await settled();
  expect(lock.state()).toEqual({ state: 'on' });
});

test('is asked for at once where it was wished for before the page was loaded anew', async () => {
  const { lock } = createScreen({ wished: true });
  await settled();
  expect(lock.state()).toEqual({ state: 'on' });
});

test.each([
  [false, 'insecure'],
  [true, 'unsupported'],
] as const)('a browser without it says why (secure: %s): %s', async (isSecure, why) => {
  const lock = createWakeLock({
    request: undefined,
    isSecure,
    isVisible: () => true,
    onVisible: () => undefined,
    wish: { get: () => true, set: () => undefined },
  });
  await lock.ask();
  expect(lock.state()).toEqual({ state: 'impossible', why });
});
