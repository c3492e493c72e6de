import { describe, expect, it, vi } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import type { CallName } from '../../contract/paths.ts';
import { createHttpClient } from '../../src/worker/http/http-client.ts';
import { createServerTime } from '../../src/worker/server-time.ts';
import { createHandClock } from '../doubles/clock.ts';
import { createFakeServer, type FakeAnswer, meridianHeaders } from '../doubles/server.ts';

const NEVER = new AbortController().signal;
const STATS = { meshConnections: 6, zipBundlesProcessed: 1, route66Handshakes: 2 };
const OWN = meridianHeaders(1, 0);
const PORTAL = '<!doctype html><title>Hotel Wi-Fi</title>';

function rigOf() {
  const clock = createHandClock();
  const server = createFakeServer();
  const serverTime = createServerTime(clock);
  const http = createHttpClient({ fetch: server.fetch, clock, serverTime });
  const ask = (name: CallName, request = {}) => http.request(name, request, NEVER);
  const answerWith = (name: CallName, answer: FakeAnswer) =>
    server.route(CALLS[name].method, CALLS[name].path, () => answer);
  return { clock, server, serverTime, http, ask, answerWith };
}

describe('an answer in lines', () => {
  it('is said line by line as it comes, and its last line is the answer', async () => {
    const { clock } = rigOf();
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const write = (text: string) => writer.write(new TextEncoder().encode(text));
    const headers = { 'content-type': 'application/x-ndjson' };
    const asked: RequestInit[] = [];
    const lines = createHttpClient({
      fetch: async (_, init) => {
        asked.push(init);
        return new Response(body.readable, { headers });
      },
      ...{ clock, serverTime: createServerTime(clock) },
    });
    const said: unknown[] = [];
    const ended = lines.request('testPlatform', { payload: {} }, NEVER, (line) => said.push(line));
    await write('{"ok":true,"te');
    await write('xt":"one"}\n{"ok":true,"text":"two"}\n{"ok":true,"steps"');
    await vi.waitFor(() => expect(said).toMatchObject([{ text: 'one' }, { text: 'two' }]));
    await write(':[],"advice":null,"key":null}');
    await writer.close();
    expect((await ended).outcome).toMatchObject({ ok: true, data: { steps: [] } });
    expect(asked[0]?.headers).toMatchObject({ accept: headers['content-type'] });
  });
});

describe('a read', () => {
  it('parses by the contract, and keeps unknown fields', async () => {
    const { ask, answerWith } = rigOf();
    answerWith('stats', { body: { ...STATS, more: 1 } });
    expect((await ask('stats')).outcome).toEqual({ ok: true, data: { ...STATS, more: 1 } });
  });

  it.each([
    ['its text', { status: 503, body: 'busy' }, 503, 'busy', 'foreign'],
    ['the status text of an empty body', { status: 500 }, 500, 'Internal Server Error', 'foreign'],
    [
      'JSON as it came',
      { status: 404, body: { message: 'no' } },
      404,
      '{"message":"no"}',
      'refused',
    ],
    ['a 401', { status: 401 }, 401, 'Unauthorized', 'foreign'],
    ['its text, by its header', { status: 413, body: '', headers: OWN }, 413, '', 'refused'],
    [
      'never a page',
      { status: 413, body: PORTAL },
      413,
      'The proxy in front answered 413',
      'foreign',
    ],
  ])('fails with status and %s', async (_, answer, status, text, why) => {
    const { ask, answerWith } = rigOf();
    answerWith('stats', answer);
    expect((await ask('stats')).outcome).toEqual({ ok: false, status, text, why });
  });

  it.each([
    ["a captive portal's page", PORTAL],
    ['no JSON', 'OK'],
    ['nothing', ''],
    ['JSON cut short', '{"meshConnections":6'],
    ['JSON of another shape', { meshConnections: 'six' }],
    ['a list for an object', []],
    ['null', 'null'],
  ])('with a good status and %s is no data', async (_, body) => {
    const { ask, answerWith } = rigOf();
    answerWith('stats', { body });
    const { outcome } = await ask('stats');
    expect(outcome).toMatchObject({ ok: false, status: 0, why: 'foreign' });
  });

  it('may answer null where the contract has it', async () => {
    const { ask, answerWith } = rigOf();
    answerWith('watchdog', { body: 'null' });
    expect((await ask('watchdog')).outcome).toEqual({ ok: true, data: null });
  });

  it('gives null on a 401 where the table of calls says so', async () => {
    const { ask, answerWith } = rigOf();
    answerWith('session', { status: 401 });
    expect((await ask('session')).outcome).toEqual({ ok: true, data: null });
  });

  it('cuts a long error page', async () => {
    const { ask, answerWith } = rigOf();
    answerWith('stats', { status: 502, body: 'x'.repeat(1_000_000) });
    const { outcome } = await ask('stats');
    expect(outcome.ok === false && outcome.text.length).toBe(10_000);
  });

  it('reports an unreachable server in its own words, not the browser’s', async () => {
    const { ask, server } = rigOf();
    server.network(false);
    const text = 'The server cannot be reached';
    expect((await ask('stats')).outcome).toMatchObject({ status: 0, text, why: 'unreachable' });
  });

  it('times out, and leaves no timer', async () => {
    const { ask, server, clock } = rigOf();
    server.route('GET', '/api/dashboard/stats', () => new Promise(() => undefined));
    const answer = ask('stats');
    await clock.advance(15_000);
    expect((await answer).outcome).toMatchObject({ status: 0, why: 'late' });
    expect(clock.sleepers()).toBe(0);
  });

  it('sends credentials and no body, and fills in path and query', async () => {
    const { ask, server } = rigOf();
    await ask('proofStatus', { params: { challenge_id: 'a/b' } });
    await ask('activity', { query: { before: 7, severity: undefined } });
    expect(server.requests.map(({ address }) => address)).toEqual([
      '/api/mesh/proof/status/a%2Fb',
      '/api/activity/logs?before=7',
    ]);
    expect(server.requests[0]?.init).toMatchObject({ method: 'GET', credentials: 'include' });
    expect(server.requests[0]?.init.body).toBeUndefined();
  });

  it('reads server time and the number of the stream from the headers', async () => {
    const { ask, answerWith, clock, serverTime } = rigOf();
    const at = clock.now() + 60_000;
    answerWith('stats', { body: STATS, headers: meridianHeaders(at, 42) });
    expect(await ask('stats')).toMatchObject({ at, seq: 42 });
    expect(serverTime.skewMs()).toBe(60_000);
  });

  it('works with missing or invalid headers', async () => {
    const { ask, answerWith, clock } = rigOf();
    answerWith('stats', { body: STATS, headers: { 'meridian-time': 'soon', 'meridian-seq': '' } });
    expect(await ask('stats')).toMatchObject({ at: clock.now(), seq: undefined });
  });
});

describe('a write', () => {
  it('without payload sends neither body nor content type', async () => {
    const { ask, server } = rigOf();
    await ask('sync');
    expect(server.requests[0]?.init).toMatchObject({ method: 'POST', credentials: 'include' });
    expect(server.requests[0]?.init.body).toBeUndefined();
    expect(server.requests[0]?.init.headers).toBeUndefined();
  });

  it('with JSON sends exactly its payload', async () => {
    const { ask, server } = rigOf();
    await ask('login', { payload: { username: 'ada', password: 'secret' } });
    expect(server.requests[0]?.init).toMatchObject({
      body: '{"username":"ada","password":"secret"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it.each([
    ['nothing', ''],
    ['a word', 'OK'],
    ['JSON of any kind', '[1]'],
  ])('whose answer the specification does not show is done with %s', async (_, body) => {
    const { ask, answerWith } = rigOf();
    answerWith('sync', { body });
    expect((await ask('sync')).outcome).toEqual({ ok: true, data: {} });
  });

  it("is not done by a captive portal's page", async () => {
    const { ask, answerWith } = rigOf();
    for (const name of ['sync', 'login', 'upload'] as const) {
      answerWith(name, { body: PORTAL });
      expect((await ask(name)).outcome, name).toMatchObject({ ok: false, why: 'foreign' });
    }
  });

  it('names the parameter that is missing from its path', async () => {
    await expect(rigOf().ask('deploy')).rejects.toThrow(/deploy needs the path parameter id/);
  });
});
