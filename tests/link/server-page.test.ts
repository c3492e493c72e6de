import { beforeEach, expect, test, vi } from 'vitest';
import { askServer, reloadWhole } from '../../src/link/updates/server-page.ts';

vi.mock('../../src/product.ts', () => ({ ownBuild: () => 'mine' }));

const fetched = vi.fn();
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  reload.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { reload });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const page = (build: string) => `<!doctype html><meta name="build" content="${build}" />`;

test.each([
  ['same', page('mine')],
  ['another', page('next')],
  ['unreachable', '<!doctype html><p>Welcome to this hotel'],
  ['unreachable', ''],
])('the server has %s of this page: %s', async (found, html) => {
  fetched.mockResolvedValue(new Response(html));
  expect(await askServer()).toBe(found);
});

test('it is asked past everything that this device keeps', async () => {
  fetched.mockResolvedValue(new Response(page('mine')));
  await askServer();
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(address).toMatch(/^\/index\.html\?at=\d+$/);
  expect(init).toEqual({ cache: 'no-store' });
});

test('no answer is a server that cannot be reached', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await askServer()).toBe('unreachable');
});

/** A service worker that keeps what it is told. */
function controllerThat(answers: (port: MessagePort) => void) {
  const postMessage = vi.fn((_message: unknown, [port]: MessagePort[]) => {
    if (port) answers(port);
  });
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage } } });
  return postMessage;
}

test('a page is loaded anew once its copy is mended', async () => {
  const postMessage = controllerThat((port) => port.postMessage({}));
  await reloadWhole();
  expect(postMessage.mock.calls[0]?.[0]).toEqual({ kind: 'mend' });
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a service worker that is damaged itself is not waited for beyond five seconds', async () => {
  const held: MessagePort[] = [];
  controllerThat((port) => held.push(port));
  const done = reloadWhole();
  await vi.advanceTimersByTimeAsync(4999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(reload).toHaveBeenCalledTimes(1);
  for (const port of held) port.close();
});

test.each([{}, { serviceWorker: { controller: null } }])(
  'without one the page is loaded at once: %o',
  async (navigator) => {
    vi.stubGlobal('navigator', navigator);
    await reloadWhole();
    expect(reload).toHaveBeenCalledTimes(1);
  },
);
