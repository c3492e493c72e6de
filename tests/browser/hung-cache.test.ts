import { expect, onTestFinished, test, vi } from 'vitest';
import { answerNavigation } from '../../src/service-worker/precache.ts';

test('a cache that hangs keeps no page from a server that answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('page'));
  onTestFinished(() => {
    vi.useRealTimers();
    fetch.mockRestore();
  });
  const controller = {
    getCacheKeyForURL: () => 'kept',
    createHandlerBoundToURL: () => () => new Promise<Response>(() => undefined),
  };
  const url = new URL('https://console.test/dashboard');
  const request = new Request(url);
  const answer = answerNavigation(controller, {
    request,
    url,
    event: new Event('fetch') as never,
  });
  await vi.advanceTimersByTimeAsync(3000);
  expect(await (await answer).text()).toBe('page');
});
