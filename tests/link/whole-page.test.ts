import { beforeEach, expect, test, vi } from 'vitest';
import { reloadWhole } from '../../src/link/updates/whole-page.ts';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockReset();
  vi.stubGlobal('location', { reload });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
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
