import { expect, test } from 'vitest';
import { createWakeLock, type Sentinel } from '../../src/device/wake-lock.ts';

/** A browser with a wake lock, which lets it go when the page is hidden. */
function createScreen(options: { refuses?: string; wanted?: boolean } = {}) {
  const screen = {
    refuses: options.refuses,
    wanted: options.wanted ?? false,
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
    let onRelease = () => undefined as unknown;
    screen.held += 1;
    const end = () => {
      screen.held -= 1;
      onRelease();
    };
    released.add(end);
    const release = async () => {
      if (released.delete(end)) end();
    };
    return {
      release,
      addEventListener: (_type, listener) => {
        onRelease = listener;
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
      get: () => screen.wanted,
      set: (wanted) => {
        screen.wanted = wanted;
      },
    },
  });
  return { screen, lock };
}

const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The same with a wall on it. */
function createWall(options: Parameters<typeof createScreen>[0] = {}) {
  const { screen, lock } = createScreen(options);
  return { screen, lock, leave: lock.begin() };
}

test('requests the lock on a tap, loses it while hidden, and requests it again on return', async () => {
  const { screen, lock } = createWall();
  expect([lock.state(), screen.asked]).toEqual([{ state: 'off' }, 0]);
  await lock.ask();
  expect(lock.state()).toEqual({ state: 'on' });
  screen.hide();
  expect([lock.state(), screen.asked]).toEqual([{ state: 'off' }, 1]);
  screen.show();
  await flushPromises();
  expect([lock.state(), screen.asked]).toEqual([{ state: 'on' }, 2]);
});

test('does not request the lock again after it was released', async () => {
  const { screen, lock } = createWall();
  await lock.ask();
  await lock.release();
  expect(lock.state()).toEqual({ state: 'off' });
  screen.show();
  await flushPromises();
  expect(screen.asked).toBe(1);
});

test('shows the browser’s reason for refusing, and tries again on return', async () => {
  const { screen, lock } = createWall({ refuses: 'The battery is low' });
  await lock.ask();
  expect(lock.state()).toEqual({ state: 'refused', text: 'The battery is low' });
  screen.refuses = undefined;
  screen.show();
  await flushPromises();
  expect(lock.state()).toEqual({ state: 'on' });
});

test('requests the lock at once when it was wanted before a reload', async () => {
  const { lock } = createWall({ wanted: true });
  await flushPromises();
  expect(lock.state()).toEqual({ state: 'on' });
});

test('releases the lock with the wall, and takes it again on the next wall', async () => {
  const { screen, lock, leave } = createWall();
  await lock.ask();
  leave();
  expect([lock.state(), screen.held, screen.wanted]).toEqual([{ state: 'off' }, 0, true]);
  screen.show();
  await flushPromises();
  expect([screen.asked, screen.held]).toEqual([1, 0]);
  lock.begin();
  await flushPromises();
  expect([lock.state(), screen.held]).toEqual([{ state: 'on' }, 1]);
});

test('releases a lock at once that is granted after the wall was left', async () => {
  const { screen, lock, leave } = createWall();
  const asked = lock.ask();
  leave();
  await asked;
  expect([lock.state(), screen.asked, screen.held]).toEqual([{ state: 'off' }, 1, 0]);
});

test.each([
  [false, 'insecure'],
  [true, 'unsupported'],
] as const)('is impossible without the API (secure: %s): %s', async (isSecure, why) => {
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
