import { afterEach, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../../tests/doubles/mail-server.ts';
import { selfSigned } from '../../../tests/doubles/self-signed.ts';
import { DOWN, SENDER } from '../../../tests/server/alerts/alert-fixtures.ts';
import { createClock } from '../../base/clock.ts';
import { parseTargets } from '../../config/targets.ts';
import type { OutgoingAlert } from '../outgoing.ts';
import { sendEmail } from './email.ts';
import { createTargetGuard } from './target-guard.ts';

let server: MailServer;
afterEach(() => server.close());

interface Options {
  readonly allowed?: readonly string[];
  readonly security?: 'tls' | 'starttls' | 'none';
  readonly username?: string;
  readonly password?: string;
  readonly to?: string[];
  readonly alert?: OutgoingAlert;
  readonly host?: string;
}

function send(options: Options = {}) {
  const { allowed = ['127.0.0.1'], security = 'none', username = '', alert = DOWN } = options;
  const { to = ['ops@mesh.example', 'night@mesh.example'], host = '127.0.0.1' } = options;
  const settings = { host, port: server.port, security, username, from: 'node@mesh.example', to };
  return sendEmail(
    {
      guard: createTargetGuard({ privateTargets: parseTargets(allowed), onlyTargets: null }),
      clock: createClock(),
      sender: SENDER,
    },
    { settings, password: options.password, alert, delivery: '7' },
    new AbortController().signal,
  );
}

test('sends one message to everybody', async () => {
  server = await startMailServer();
  expect(await send()).toEqual({ state: 'sent' });
  const [mail] = server.received;
  expect(mail).toMatchObject({
    from: 'node@mesh.example',
    to: ['ops@mesh.example', 'night@mesh.example'],
  });
  for (const line of [
    'Subject: Archive is down',
    'From: Meridian <node@mesh.example>',
    'Message-ID: <delivery-7@meridian.mesh.example>',
    'In-Reply-To: <incident-12@meridian.mesh.example>',
    'Auto-Submitted: auto-generated',
    'Platform: Archive (archive.mesh.example)',
    'Began: 2026-11-23 11:59:00 UTC',
    'Cause: no answer',
    'https://console.example/incidents/12',
  ])
    expect(mail?.text).toContain(line);
});

test('a title with line breaks adds no header', async () => {
  server = await startMailServer();
  await send({ alert: { ...DOWN, title: 'Down\r\nBcc: all@mesh.example' } });
  expect(server.received[0]?.text).not.toMatch(/^Bcc:/m);
  expect(server.received[0]?.to).toHaveLength(2);
});

test('a person whom the server refuses is named, the others get it', async () => {
  server = await startMailServer();
  const outcome = await send({ to: ['ops@mesh.example', 'nobody@mesh.example'] });
  expect(outcome).toEqual({
    state: 'sent',
    error: expect.stringContaining('refused nobody@mesh.example'),
  });
  expect(server.received[0]?.to).toEqual(['ops@mesh.example']);
});

describe('a failure', () => {
  test('that passes is tried again', async () => {
    server = await startMailServer();
    server.refuse(451);
    expect(await send()).toMatchObject({ state: 'later', error: expect.stringContaining('451') });
  });

  test('that stays is not', async () => {
    server = await startMailServer();
    server.refuse(554);
    expect(await send()).toMatchObject({ state: 'failed', error: expect.stringContaining('554') });
  });

  test('to connect is tried again', async () => {
    server = await startMailServer();
    await server.close();
    expect(await send()).toMatchObject({ state: 'later' });
    server = await startMailServer();
  });
});

describe('TLS', () => {
  const certificate = selfSigned();

  test('is verified: a certificate that nobody trusts is refused before anything is said', async () => {
    server = await startMailServer({ secure: true, ...certificate });
    expect(await send({ security: 'tls' })).toMatchObject({
      state: 'later',
      error: expect.stringMatching(/certificate/),
    });
    expect(server.received).toEqual([]);
  });

  test('by STARTTLS is verified too', async () => {
    server = await startMailServer({ ...certificate });
    const login = { username: 'node', password: 'right' };
    expect(await send({ security: 'starttls', ...login })).toMatchObject({ state: 'later' });
    expect(server.received).toEqual([]);
  });

  test('is required: a server without STARTTLS gets neither password nor message', async () => {
    server = await startMailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    const login = { username: 'node', password: 'right' };
    expect((await send({ security: 'starttls', ...login })).state).not.toBe('sent');
    expect(server.received).toEqual([]);
  });
});

test('a private address is never connected to, also behind a name', async () => {
  let connections = 0;
  server = await startMailServer({
    onConnect(_session, done) {
      connections += 1;
      done();
    },
  });
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost'])
    expect([host, await send({ allowed: [], host })]).toMatchObject([
      host,
      { state: 'failed', error: expect.stringContaining('ALERT_PRIVATE_TARGETS') },
    ]);
  expect(connections).toBe(0);
});

test('a wrong password is reported without repeating it', async () => {
  server = await startMailServer({ allowInsecureAuth: true });
  const outcome = await send({ username: 'node', password: 'wrong-word' });
  expect(outcome).toMatchObject({ state: 'failed' });
  expect(JSON.stringify(outcome)).not.toContain('wrong-word');
});

test('says who sends it once, by which list, and of an incident by people only what there is', async () => {
  server = await startMailServer();
  const { incident } = DOWN;
  if (incident === null) throw new Error('the alert is about an incident');
  const platform = (name: string) => ({ ...incident, platform: { id: '', name, domain: '' } });
  await send({ alert: { ...DOWN, incident: platform('') } });
  await send({ alert: { ...DOWN, incident: platform('Forge, Harbor') } });
  const [none, two] = server.received.map(({ text }) => text);
  expect(none).not.toContain('Platform:');
  expect(two).toMatch(/^Platform: Forge, Harbor\r?$/m);
  expect(none).toMatch(/^List-Id: <alerts\.meridian\.mesh\.example>\r?$/im);
  expect(none).not.toContain('Meridian Meridian');
});

test('goes to a domain of any script', async () => {
  server = await startMailServer();
  await send({ to: ['ops@bücher.example'] });
  expect(server.received[0]?.text).toMatch(/^To: ops@xn--bcher-kva\.example\r?$/m);
});
