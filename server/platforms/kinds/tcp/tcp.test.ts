import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../../../tests/doubles/self-signed.ts';
import { startServer } from '../../../../tests/server/start-server.ts';

/** Trusted, and for 127.0.0.1 alone. */
const TRUSTED = selfSigned({ name: 'trusted' });

async function listen(listening: Server): Promise<number> {
  await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve));
  return (listening.address() as AddressInfo).port;
}

test('a port says what is expected, as text or as bytes, to what it is sent', async () => {
  const server = await startServer({
    alone: true,
    configure: (config) => ({ ...config, meshCa: String(TRUSTED.cert) }),
  });
  onTestFinished(() => server.close());
  const { cookie } = await server.signUp();
  const call = async (path: string, json: object) =>
    (await server.call(path, { cookie, json })).json();
  const tried = async (platform: object) => {
    const json = { platform: { name: 'Port', ...platform } };
    const { ok, steps } = await call('/api/mesh/test', json);
    return { ok, texts: steps.map(({ text }: { text: string }) => text), last: steps.at(-1).text };
  };
  const answers = new Map([
    ['PING\r\n', '+PONG\r\n'],
    ['\0\xff', '\x05\0\\'],
  ]);
  const talking = (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail.example\r\n');
    socket.on('data', (text) =>
      socket.write(answers.get(text.toString('latin1')) ?? '-ERR', 'latin1'),
    );
  };
  const plain = createTcp(talking);
  const secure = createTls(TRUSTED, talking);
  onTestFinished(() => [plain, secure].forEach((one) => void one.close()));
  const tcp = { kind: 'tcp', host: '127.0.0.1', port: await listen(plain) };
  const port = await listen(secure);
  expect(await tried({ ...tcp, expect: '220 ' })).toMatchObject({
    ...{ ok: true, last: 'It says "220 mail.example\\r\\n"' },
  });
  expect((await tried({ ...tcp, send: 'PING\\r\\n', expect: '+PONG' })).ok).toBe(true);
  expect((await tried({ ...tcp, send: '\\0\\xFF', expect: '\\x05\\x00\\\\' })).ok).toBe(true);
  expect((await tried({ ...tcp, send: 'HELO', expect: '+PONG' })).last).toBe(
    'Failed: it says "220 mail.example\\r\\n-ERR" without "+PONG"',
  );
  const secured = await tried({ ...tcp, port, tls: 'trusted', expect: '220' });
  expect(secured).toMatchObject({ ok: true, last: expect.stringContaining('It says "220 ') });
  expect(secured.texts[1]).toMatch(/^Certificate of /);
  expect((await tried({ ...tcp, port, expect: '220' })).ok).toBe(false);
  for (const wrong of [{ send: '\\q' }, { expect: '\\x0' }, { send: 'x'.repeat(501) }])
    expect(await call('/api/mesh/platforms', { name: 'Port', ...tcp, ...wrong })).toMatchObject({
      message: expect.stringMatching(/^(?:send|expect) /),
    });
});
