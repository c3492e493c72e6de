import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ alone: true });
});
afterAll(() => server.close());

const share = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/share`, { method: 'POST', body, headers, redirect: 'manual' });

test('a shared file without a service worker leads to the dialog that says so', async () => {
  const form = new FormData();
  form.append('bundle', new File([new Uint8Array(3 * 1024 * 1024)], 'alpha.zip'));
  const answer = await share(form);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/dashboard?show=upload&shared=not-kept');
});

test('a share needs no origin and changes nothing', async () => {
  for (const headers of [{ origin: 'null', 'sec-fetch-site': 'none' }, { origin: 'null' }]) {
    expect((await share('x', headers)).status).toBe(303);
  }
});

test('only POST is accepted there', async () => {
  const answer = await fetch(`${server.url}/share`, { method: 'PUT' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
});
