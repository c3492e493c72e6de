import { hostname } from 'node:os';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import { problemOf } from '../../server/http/error-handler.ts';
import { begun, sendOn } from './bundles/uploads/tus-client.ts';
import { GOOD_ZIP, uploadAndInspect } from './bundles/uploads/upload-client.ts';
import { openConsole } from './console.ts';
import { sendRaw, statusesIn } from './raw.ts';
import { startServer, type TestServer } from './start-server.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ alone: true });
  cookie = (await server.signUp()).cookie;
});
afterAll(() => server.close());

describe('metrics', () => {
  const read = (headers: Record<string, string> = {}) =>
    server.call('/metrics', { headers }).then(async (answer) => ({
      status: answer.status,
      text: await answer.text(),
    }));

  test('count requests, sockets and live messages', async () => {
    const { socket } = await openConsole(server.url, { cookie });
    await server.call('/api/auth/session', { cookie });
    const { status, text } = await read();
    expect(status).toBe(200);
    expect(text).toContain('meridian_live_sockets 1');
    expect(text).toMatch(/meridian_live_messages_total [1-9]/);
    expect(text).toMatch(
      /meridian_request_seconds_count\{method="GET",route="\/api\/auth\/session",status="2xx"\} \d/,
    );
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(text).toContain('process_resident_memory_bytes');
    socket.terminate();
  });

  test('report the space of bundles and unfinished uploads, and alerts', async () => {
    const targetPlatforms = '[]';
    const unfinished = await begun(server, cookie, { fields: { targetPlatforms } });
    await sendOn(server, cookie, unfinished, 0, new Uint8Array(GOOD_ZIP.subarray(0, 7)));
    await uploadAndInspect(server, cookie, { targetPlatforms });
    const { text } = await read();
    for (const line of [
      'meridian_bundles{status="validated"} 1',
      'meridian_bundles{status="failed"} 0',
      `meridian_bundle_bytes{status="validated"} ${GOOD_ZIP.length}`,
      'meridian_uploads_unfinished 1',
      'meridian_incidents_open{status="error"} 0',
      'meridian_uploads_unfinished_bytes 7',
      'meridian_alerts_sent_total{channel="push"} 0',
      'meridian_alerts_failed_total{channel="webhook"} 0',
      'meridian_alerts_waiting{channel="email"} 0',
    ])
      expect(text.split('\n')).toContain(line);
  });

  test('are open to this machine and to sessions; a request through a proxy needs a session', async () => {
    for (const [name, value] of [
      ['x-forwarded-for', '203.0.113.7'],
      ['forwarded', 'for=127.0.0.1'],
      ['x-forwarded-proto', 'https'],
      ['x-real-ip', '203.0.113.7'],
      ['via', '1.1 proxy'],
    ] as const)
      expect([name, (await read({ [name]: value })).status]).toEqual([name, 401]);
    // A proxy that adds nothing, but lets through the name in the browser's address bar.
    const request = `GET /metrics HTTP/1.1\r\nHost: ${hostname()}\r\nConnection: close\r\n\r\n`;
    expect(statusesIn(await sendRaw(server.url, request))).toEqual([401]);
    expect((await read({ 'x-forwarded-for': '203.0.113.7', cookie })).status).toBe(200);
  });
});

describe('the description of the calls', () => {
  test('has every call of the table and needs a session', async () => {
    expect((await server.call('/api/openapi.json')).status).toBe(401);
    const answer = await server.call('/api/openapi.json', { cookie });
    const { openapi, paths } = await answer.json();
    expect(openapi).toBe('3.1.0');
    for (const [name, { path, method }] of Object.entries(CALLS))
      expect(paths[path]?.[method.toLowerCase()]?.operationId).toBe(name);
  });

  test('is a valid OpenAPI document', async () => {
    const document = await (await server.call('/api/openapi.json', { cookie })).json();
    expect(await new Validator().validate(document)).toEqual({ valid: true });
  });

  test('describes payload, access and answer of a call', async () => {
    const { paths } = await (await server.call('/api/openapi.json', { cookie })).json();
    expect(paths['/api/auth/login'].post).toMatchObject({
      security: [],
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', required: ['username', 'password'] },
          },
        },
      },
    });
    const upload = paths['/api/zip/upload'].post;
    expect(upload.security).toEqual([{ session: [] }, { token: [] }]);
    expect(upload.requestBody.content['multipart/form-data'].schema.required).toEqual([
      'zipfile',
      'targetPlatforms',
      'priority',
    ]);
    const logs = paths['/api/activity/logs'].get;
    expect(logs.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'before',
      'after',
      'limit',
      'severity',
      'q',
      'platform',
      'from',
      'to',
    ]);
    expect(logs.responses['200'].content['application/json'].schema.type).toBe('array');
  });
});

describe('the log', () => {
  test('an error answer is logged with path, address and reason, without what was sent', async () => {
    await server.call('/api/auth/login?token=hidden', { json: { username: 'x', extra: 'hidden' } });
    const line = server.logged.findLast(({ msg }) => msg === 'refused');
    expect(line).toMatchObject({ path: '/api/auth/login', status: 400, address: '127.0.0.1' });
    expect(JSON.stringify(line)).not.toContain('hidden');
  });

  test('the secret address of a report is in no line of the log, nor one that is nearly it', async () => {
    const secret = 'a-secret-of-a-report-that-nobody-knows';
    const asked = [
      `/api/reports/${secret}`,
      `/api/reports/${secret}/x`,
      `/api/reports/${secret}%ZZ`,
    ];
    for (const path of asked) {
      await server.call(path);
      await server.call(path, { json: {} });
      await server.call(path, { method: 'DELETE' });
    }
    expect(server.logged.filter(({ msg }) => msg === 'refused').length).toBeGreaterThan(3);
    expect(JSON.stringify(server.logged)).not.toContain('nobody-knows');
  });

  test('a refused call is logged with the account that made it', async () => {
    const person = await server.signUp();
    expect((await server.call('/api/audit', { cookie: person.cookie })).status).toBe(403);
    const line = server.logged.findLast(({ msg }) => msg === 'refused');
    expect(line).toMatchObject({ path: '/api/audit', status: 403, account: expect.any(String) });
  });

  test('an internal error is logged in full and answered without details', async () => {
    const broken = await startServer({ alone: true });
    const { cookie: own } = await broken.signUp();
    await broken.call('/api/auth/session', { cookie: own });
    await broken.node.db.schema.dropTable('counters').execute();
    const answer = await broken.call('/api/dashboard/stats', { cookie: own });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual(problemOf(500, 'Something went wrong on the server.'));
    const line = broken.logged.find(({ level }) => level === 'error');
    expect(JSON.stringify(line)).toMatch(/no such table|does not exist/);
    await broken.close();
  });
});
