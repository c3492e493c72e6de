import { expect, test } from 'vitest';
import { createWakeLock, type Sentinel } from '../../src/client/wall/wake-lock.ts';

/** A browser with a wake lock, which lets it go when the page is hidden. */
function createScreen(options: { refuses?: string; wished?: boolean } = {}) {
  const screen = {
    refuses: options.refuses,
    wished: options.wished ?? false,
    visible: true,
    asked: 0,
    held: 0,
    hide: () => undefined as unknown,
    show: () => undefined as unknown,
  };
  const released = new Set<() => void>();
  async function request(): Promise<Sentinel> {
    screen.asked += 1;
    if (screen.refuses !== undefined) throw new Error(screen.refuses);
    let tell = () => undefined as unknown;
    screen.held += 1;
    const end = () => {
      screen.held -= 1;
      tell();
    };
    released.add(end);
    const release = async () => {
      if (released.delete(end)) end();
    };
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
        for (const end of released) end();
        released.clear();
        listener();
      };
      return () => {
        screen.show = () => {
          screen.visible = true;
        };
      };
    },
    preference: {
      get: () => screen.wished,
      set: (wished) => {
        screen.wished = wished;
      },
    },
  });
  return { screen, lock };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The same with a wall on it. */
function createWall(options: Parameters<typeof createScreen>[0] = {}) {
  const { screen, lock } = createScreen(options);
  return { screen, lock, leave: lock.begin() };
}

test('is asked for on a tap, lost while hidden, and asked for again on return', async () => {
  const { screen, lock } = createWall();
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
  const { screen, lock } = createWall();
  await lock.ask();
  await lock.release();
  expect(lock.state()).toEqual({ state: 'off' });
  screen.show();
  await settled();
  expect(screen.asked).toBe(1);
});

test('says what the browser said when it does not allow it, and tries again on return', async () => {
  const { screen, lock } = createWall({ refuses: 'The battery is low' });
  await lock.ask();
  expect(lock.state()).toEqual({ state: 'refused', text: 'The battery is low' });
  screen.refuses = undefined;
  screen.show();
  await settled();
  expect(lock.state()).toEqual({ state: 'on' });
});

test('is asked for at once where it was wished for before the page was loaded anew', async () => {
  const { lock } = createWall({ wished: true });
  await settled();
  expect(lock.state()).toEqual({ state: 'on' });
});

test('ends with the wall, is not taken without one, and is taken again on the next wall', async () => {
  const { screen, lock, leave } = createWall();
  await lock.ask();
  leave();
  expect([lock.state(), screen.held, screen.wished]).toEqual([{ state: 'off' }, 0, true]);
  screen.show();
  await settled();
  expect([screen.asked, screen.held]).toEqual([1, 0]);
  lock.begin();
  await settled();
  expect([lock.state(), screen.held]).toEqual([{ state: 'on' }, 1]);
});

test('one that is granted after the wall was left is let go at once', async () => {
  const { screen, lock, leave } = createWall();
  const asked = lock.ask();
  leave();
  await asked;
  expect([lock.state(), screen.asked, screen.held]).toEqual([{ state: 'off' }, 1, 0]);
});

test.each([
  [false, 'insecure'],
  [true, 'unsupported'],
] as const)('a browser without it says why (secure: %s): %s', async (isSecure, why) => {
  const lock = createWakeLock({
    request: undefined,
    isSecure,
    isVisible: () => true,
    onVisible: () => () => undefined,
    preference: { get: () => true, set: () => undefined },
  });
  await lock.ask();
  expect(lock.state()).toEqual({ state: 'impossible', why });
});
