import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { isForPrograms, LIVENESS_PATH, READINESS_PATH } from '../../contract/pages.ts';
import { readConfig } from '../../server/config/config.ts';
import { ENVIRONMENT_NAMES } from '../../server/config/environment.ts';
import { selfSigned } from '../doubles/self-signed.ts';

/** Keeps the files of `deploy/` and the Dockerfile true: what they name exists, and fits together. */

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
}

const COMPOSE_FILES = ['deploy/compose.single.yml', 'deploy/compose.cluster.yml'] as const;
const readCompose = (path: string) => parse(read(path), { merge: true }) as Compose;
const instancesOf = ({ services }: Compose) =>
  Object.values(services).filter(({ image }) => image === 'meridian');
/** Variables of the AWS SDK and of Node, which the server does not read itself. */
const OTHER_VARIABLES = ['AWS_SHARED_CREDENTIALS_FILE', 'NODE_ENV', 'UV_THREADPOOL_SIZE'];
const { port: PORT } = readConfig({}, ROOT);

/** Every `COPY` from the checkout, by the image's file. */
const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)].flatMap(
  ([, sources = '']) => sources.split(' '),
);

/** Packages that the sources of a folder import. */
function importedIn(folder: string): Set<string> {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const names = files
    .filter((file) => /\.(?:ts|mjs)$/.test(file))
    .flatMap((file) => [
      ...read(join(folder, file)).matchAll(/(?:from|import\()\s*'([^'.][^']*)'/g),
    ])
    .flatMap(([, name = '']) => (name.startsWith('node:') ? [] : [name]));
  return new Set(names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')));
}

test.each(COMPOSE_FILES)('%s says how many proxies there are', (path) => {
  for (const { environment } of instancesOf(readCompose(path)))
    expect(environment).toMatchObject({ TRUSTED_PROXIES: expect.anything() });
});

describe('the Dockerfile', () => {
  const text = read('Dockerfile');

  test('copies what exists, and nothing that is left out of its context', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const path of copied.filter((one) => one !== '.')) {
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
      expect(ignored).not.toContain(path);
    }
    for (const secret of ['.git', 'data', 'deploy/secrets', '**/node_modules'])
      expect(ignored).toContain(secret);
  });

  test('uses variables that the server knows, and its port', () => {
    const [, variables = ''] = /^ENV (.+)$/m.exec(text) ?? [];
    const names = variables.split(' ').map((one) => one.split('=')[0]);
    expect([...ENVIRONMENT_NAMES, ...OTHER_VARIABLES]).toEqual(expect.arrayContaining(names));
    expect(variables).toContain(`PORT=${PORT}`);
    expect(text).toContain(`EXPOSE ${PORT}`);
  });

  test('removes only packages that neither server nor commands import', () => {
    const [, list = ''] = /rm -rf (.+)$/m.exec(text) ?? [];
    const { dependencies } = JSON.parse(read('package.json'));
    const all = Object.keys(dependencies);
    const inImage = ['server', 'contract', 'proofs'].flatMap((folder) => [...importedIn(folder)]);
    for (const removed of list.split(' ')) {
      const packages = all.filter((name) => name === removed || name.startsWith(`${removed}/`));
      expect([removed, packages.length]).not.toEqual([removed, 0]);
      for (const name of packages) expect(inImage).not.toContain(name);
    }
  });

  test('has a Node that gets fixes, and a health check that builders before Docker 25 know', () => {
    expect(text).toMatch(/^ARG NODE_IMAGE=node:24-slim$/m);
    expect(text).toMatch(/^HEALTHCHECK( --(interval|timeout|start-period)=\d+s){3} /m);
  });

  test('runs as somebody else than root, and asks whether the process lives', () => {
    expect(text).toMatch(/^USER 1000:1000$/m);
    expect(text).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(text).toMatch(/^HEALTHCHECK --interval=30s .*\n {2}CMD \["deploy\/healthcheck"\]$/m);
  });

  /** @returns the exit code of the health check, run without the Node on the path that TLS alone needs */
  async function check(server: Server, path: readonly string[], env = {}): Promise<number> {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const PORT = String((server.address() as AddressInfo).port);
    const child = spawn(join(ROOT, 'deploy/healthcheck'), path, {
      env: { PATH: process.env.PATH, PORT, ...env },
    });
    return (await once(child, 'exit'))[0];
  }
  const answering = (path: string, status: number): RequestListener =>
    function answer(request, response) {
      response.writeHead(request.url === path ? status : 500).end();
    };

  test.each([
    [200, 0],
    [503, 1],
  ])('its health check turns an answer %i into the exit code %i', async (status, code) => {
    expect(await check(createServer(answering(LIVENESS_PATH, status)), [])).toBe(code);
    const ready = createServer(answering(READINESS_PATH, status));
    expect(await check(ready, [READINESS_PATH])).toBe(code);
  });

  test('its health check speaks TLS where the server does', async () => {
    const server = createTlsServer(selfSigned(), answering(READINESS_PATH, 200));
    const env = { TLS_CERT: '/etc/cert.pem' };
    expect(await check(server, [READINESS_PATH], env)).toBe(0);
  });
});

describe.each(COMPOSE_FILES)('%s', (path) => {
  const compose = readCompose(path);

  test('sets variables that the server knows', () => {
    const names = instancesOf(compose).flatMap(({ environment }) => Object.keys(environment ?? {}));
    expect(names.length).toBeGreaterThan(0);
    expect([...ENVIRONMENT_NAMES, ...OTHER_VARIABLES]).toEqual(expect.arrayContaining(names));
  });

  test('names volumes, networks, secrets and services that it declares', () => {
    for (const { volumes = [], networks = [], secrets = [], depends_on } of Object.values(
      compose.services,
    )) {
      const sources = volumes.map((one) => one.split(':')[0] ?? '');
      const named = sources.filter((one) => !one.startsWith('.'));
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named));
      for (const file of sources.filter((one) => one.startsWith('.')))
        expect([file, existsSync(resolve(ROOT, 'deploy', file))]).toEqual([file, true]);
      expect(Object.keys(compose.networks ?? {})).toEqual(expect.arrayContaining([...networks]));
      expect(Object.keys(compose.secrets ?? {})).toEqual(expect.arrayContaining([...secrets]));
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on ?? {});
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(needed));
    }
  });

  test('writes to volumes alone, and stops no sooner than the server', () => {
    for (const { read_only, volumes, stop_grace_period, environment } of instancesOf(compose)) {
      expect(read_only).toBe(true);
      expect(volumes?.some((one) => one.endsWith(':/data'))).toBe(true);
      const drainSec = Number(environment?.DRAIN_SECONDS ?? 0);
      expect(Number.parseInt(stop_grace_period ?? '0', 10)).toBeGreaterThan(drainSec + 5);
    }
  });
});

describe('the cluster', () => {
  const compose = readCompose('deploy/compose.cluster.yml');

  test('has a configuration that the server accepts, the same for both instances', () => {
    const [a, b] = instancesOf(compose).map(({ environment = {} }) => environment);
    expect({ ...a, INSTANCE_NAME: '' }).toEqual({ ...b, INSTANCE_NAME: '' });
    expect(a?.INSTANCE_NAME).not.toBe(b?.INSTANCE_NAME);
    const filled = Object.entries(a ?? {})
      .filter(([name]) => !name.endsWith('_FILE'))
      .map(([name, value]) => [name, value.replace(/\$\{SITE_NAME:-(\w+)\}/, '$1')]);
    const config = readConfig({ ...Object.fromEntries(filled), SECRET_KEY: 'x'.repeat(43) }, ROOT);
    expect(config.bundleStore).toMatchObject({ kind: 's3', bucket: 'meridian' });
    expect(config.allowedHosts).toEqual(['localhost', 'meridian-a', 'meridian-b']);
  });

  test('its Caddyfile asks both instances whether they are ready, more often than they drain', () => {
    const caddyfile = read('deploy/Caddyfile');
    for (const [name, { image }] of Object.entries(compose.services))
      if (image === 'meridian') expect(caddyfile).toContain(`${name}:${PORT}`);
    expect(caddyfile).toContain(`health_uri ${READINESS_PATH}`);
    const everySec = Number(/health_interval (\d+)s/.exec(caddyfile)?.[1]);
    const [one] = instancesOf(compose);
    expect(Number(one?.environment?.DRAIN_SECONDS)).toBeGreaterThan(2 * everySec);
  });
});

test('the Caddyfile sends no program from HTTP to HTTPS', () => {
  const [, list = ''] = /@people not path (.+)$/m.exec(read('deploy/Caddyfile')) ?? [];
  const paths = list.split(' ').map((path) => path.replace('*', 'x'));
  expect(paths).toEqual(expect.arrayContaining(['/api/x', '/ws', '/mesh/x', '/.well-known/x']));
  expect(paths.filter((path) => !isForPrograms(path))).toEqual([]);
});

describe('the systemd unit', () => {
  const unit = read('deploy/meridian.service');
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

  test('sets variables that the server knows', () => {
    const names = settingOf('Environment')
      .split(' ')
      .map((one) => one.split('=')[0]);
    expect([...ENVIRONMENT_NAMES, ...OTHER_VARIABLES]).toEqual(expect.arrayContaining(names));
  });

  test('stops no sooner than the longest drain and the end of open requests', () => {
    expect(settingOf('Type')).toBe('exec');
    expect(() => readConfig({ DRAIN_SECONDS: '60' }, ROOT)).not.toThrow();
    expect(() => readConfig({ DRAIN_SECONDS: '61' }, ROOT)).toThrow();
    expect(Number(settingOf('TimeoutStopSec'))).toBeGreaterThan(60 + 5);
  });
});

test('the documentation lists every variable, and no other', () => {
  const [, table = ''] =
    /## Configuration\n([\s\S]*)/.exec(read('docs/operations/configuration.md')) ?? [];
  const listed = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  const mentioned = [...table.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name);
  expect(ENVIRONMENT_NAMES.filter((name) => !mentioned.includes(name))).toEqual([]);
  expect(listed.filter((name) => !ENVIRONMENT_NAMES.includes(name ?? ''))).toEqual([]);
});
