import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { upload } from '../../tests/server/bundles/uploads/upload-client.ts';
import { statusesIn } from '../../tests/server/raw.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ alone: true });
  cookie = (await server.signUp()).cookie;
});
afterAll(() => server.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends the beginning of a request. Resolves once the server has begun to work on it. */
async function begin(...lines: string[]): Promise<{ socket: Socket; received: Promise<string> }> {
  const begun = new Promise<void>((resolve) => {
    server.node.app.server.once('request', () => setImmediate(resolve));
  });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const received = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(text));
  });
  socket.write([...lines, ''].join('\r\n'));
  await begun;
  return { socket, received };
}

test('a body that has not arrived after a minute gets 408 and the connection is closed', async () => {
  const { received } = await begin(
    'POST /api/auth/login HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Content-Length: 100',
    '',
    '{"username":',
  );
  vi.advanceTimersByTime(60_000);
  expect(statusesIn(await received)).toEqual([408]);
});

test('an upload may take longer as long as bytes arrive', async () => {
  const boundary = 'the-boundary';
  const { socket, received } = await begin(
    'POST /api/zip/upload HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    `Cookie: ${cookie}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    'Content-Length: 200',
    '',
    `--${boundary}`,
  );
  vi.advanceTimersByTime(600_000);
  socket.end('x'.repeat(400));
  expect(statusesIn(await received)[0]).not.toBe(408);
});

test('the limit also holds after an answer: a refused body may not trickle in forever', async () => {
  const { received } = await begin(
    'POST /api/zip/upload HTTP/1.1',
    'Host: localhost',
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 100000',
    '',
    'x',
  );
  vi.advanceTimersByTime(60_000);
  expect(statusesIn(await received)).toEqual([401]);
});

test('an upload that has arrived is answered however long it takes to store it', async () => {
  vi.useRealTimers();
  const { journal, app } = server.node;
  const commit = journal.commit.bind(journal);
  const socket = new Promise<Socket>((resolve) => {
    app.server.once('request', (request) => resolve(request.socket));
  });
  vi.spyOn(journal, 'commit').mockImplementationOnce(async (work) => {
    // As after a minute without a byte.
    (await socket).emit('timeout');
    return commit(work);
  });
  const answer = await upload(server, cookie, { targetPlatforms: '[]' });
  expect(answer.status).toBe(200);
});
