import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * The folders of the server, lowest first: each imports only those before it. `round.ts` says what a round of probes is, `feature.ts` what a feature is; `node.ts` and
 * `main.ts` put everything together.
 */
const LAYERS = [
  'base',
  'config',
  'database',
  'limits',
  'outgoing',
  'round.ts',
  'feature.ts',
  'http',
  'metrics',
  'live',
  'activity',
  'leader',
  'audit',
  'notifications',
  'dashboard',
  'secrets',
  'accounts',
  'platforms',
  'mesh',
  'incidents',
  'certificates',
  'hosts',
  'displays',
  'maintenance',
  'bundles',
  'push',
  'alerts',
  'handover',
  'status-page',
  'archive',
  'commands',
  'node.ts',
  'main.ts',
];
/** The folders of the console and what each imports: `console` outlives no account, `device` does. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  shared: [],
  domain: ['shared'],
  worker: ['shared', 'domain'],
  'service-worker': ['shared'],
  device: ['shared', 'domain'],
  console: ['shared', 'domain', 'device', 'worker/api.ts', 'worker/main.ts'],
  ui: [
    'shared',
    'domain',
    'device',
    ...['console/connection.ts', 'console/permissions.ts', 'console/notices.ts'],
  ],
  features: ['shared', 'domain', 'device', 'console', 'ui'],
  routes: ['shared', 'domain', 'device', 'console', 'ui', 'features'],
};
/** Screens that are made of several features; no other feature imports one. */
const COMPOSED_OF: Record<string, readonly string[]> = {
  dashboard: ['activity', 'bundles', 'incidents', 'mesh'],
  handover: ['incidents', 'maintenance'],
  platform: ['activity', 'incidents', 'maintenance', 'platforms'],
  shell: [
    ...['auth', 'bundles', 'device', 'diagnostics', 'displays', 'incidents', 'maintenance', 'mesh'],
    ...['notifications', 'search'],
  ],
};
/** Packages that only these folders of the console know. */
const KNOWN_TO: Record<string, readonly string[]> = {
  react: ['device', 'console', 'ui', 'features', 'routes'],
  '@mantine': ['ui', 'features', 'routes'],
  '@tanstack/react-router': ['ui', 'features', 'routes'],
  '@tanstack/react-query': ['console', 'features', 'routes'],
  comlink: ['worker', 'console'],
  'idb-keyval': ['shared'],
};
/** Modules that open connections, and what of them opens none to the outside. `outgoing/` alone uses the rest. */
const OPENS_NONE: Record<string, readonly string[]> = {
  'node:http': ['createServer', 'IncomingMessage', 'ServerResponse', 'STATUS_CODES'],
  'node:https': ['createServer'],
  'node:http2': [],
  'node:net': ['BlockList', 'isIP', 'isIPv4', 'isIPv6'],
  'node:tls': ['createSecureContext'],
  'node:dgram': [],
  'node:dns': [],
  'node:dns/promises': [],
  '@aws-sdk/client-s3': [],
  '@tus/s3-store': [],
  nodemailer: [],
  'openid-client': [],
  undici: [],
  'web-push': [],
};
/** SQL is written in `database/` and in the rows of a feature. */
const SQL_PACKAGES = ['kysely', 'libsql', 'pg'];
const HAS_SQL = /^(?:database\/|[\w-]+\/rows(?:\.ts$|\/))/;

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const server = join(root, 'server');
const IMPORT = /(?:^|\n)(?:import|export)(?:[^'";]*?\sfrom)?\s+'([^']+)'|\bimport\('([^']+)'\)/g;

/** Path below `folder` to what the file imports, types included: packages by name, our files by their path. */
function importsBelow(folder: string): Map<string, string[]> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.(?:test|stories|gen)\./.test(path),
  );
  return new Map(
    paths.map((path) => {
      const found = readFileSync(join(folder, path), 'utf8').matchAll(IMPORT);
      const targets = [...found].map(([, name = '', late = '']) => name || late);
      const isOurs = (target: string) => target.startsWith('.');
      return [
        path,
        targets.map((to) => (isOurs(to) ? relative(folder, join(folder, dirname(path), to)) : to)),
      ];
    }),
  );
}

const imports = importsBelow(server);
const layerOf = (path: string) => LAYERS.indexOf(path.split('/', 1)[0] ?? '');
const pairs = [...imports].flatMap(([path, targets]) => targets.map((to) => [path, to] as const));

test('every folder of the server has its place', () => {
  expect([...imports.keys()].filter((path) => layerOf(path) === -1)).toEqual([]);
});

test('a folder imports only those below it', () => {
  const upwards = pairs.filter(([from, to]) => imports.has(to) && layerOf(to) > layerOf(from));
  expect(upwards.map((pair) => pair.join(' -> '))).toEqual([]);
});

test('the server imports neither the console nor tests', () => {
  const outside = pairs.filter(
    ([, to]) => to.startsWith('..') && !/^\.\.\/(?:contract|proofs)\//.test(to),
  );
  expect(outside.map((pair) => pair.join(' -> '))).toEqual([]);
});

test('SQL is written in the database and in rows alone', () => {
  const elsewhere = pairs.filter(([from, to]) => SQL_PACKAGES.includes(to) && !HAS_SQL.test(from));
  expect(elsewhere.map((pair) => pair.join(' -> '))).toEqual([]);
});

test('connections to the outside are opened in outgoing alone', () => {
  const STATEMENT =
    /(?:^|\n)(?:import|export)\s+(?!type\b)([^'";]*?)\s*from\s+'([^']+)'|\bimport\('([^']+)'\)|(?<![\w.])(fetch)\(/g;
  const elsewhere = [...imports.keys()].flatMap((path) => {
    if (path.startsWith('outgoing/')) return [];
    const found = readFileSync(join(server, path), 'utf8').matchAll(STATEMENT);
    return [...found].flatMap(([, names = '*', from, late, fetch]) => {
      const harmless = fetch ? [] : OPENS_NONE[from ?? late ?? ''];
      const values = names
        .replace(/[{}]/g, '')
        .split(',')
        .map((name) => name.trim().replace(/ as .*/, ''));
      const opening = values.filter((name) => !/^type\s|^$/.test(name));
      const isHarmless = harmless === undefined || opening.every((name) => harmless.includes(name));
      return isHarmless ? [] : [`${path} -> ${from ?? late ?? fetch} ${opening.join(', ')}`];
    });
  });
  expect(elsewhere).toEqual([]);
});

test('work on files of bundles is bounded', () => {
  const unbounded = [...imports.keys()]
    .filter((path) => /^(?:bundles|mesh)\//.test(path))
    .filter((path) =>
      /^import (?!type\b).*'node:fs\/promises'/m.test(readFileSync(join(server, path), 'utf8')),
    );
  expect(unbounded).toEqual([]);
});

const consoleImports = importsBelow(join(root, 'src'));
/** Without the files at the top, which put everything together, and what the first paint is drawn with. */
const consolePairs = [...consoleImports]
  .filter(([path]) => path.includes('/') && !path.startsWith('first-paint/'))
  .flatMap(([path, targets]) => targets.map((to) => [path, to] as const));
const folderOf = (path: string) => path.split('/', 1)[0] ?? '';

test('a folder of the console imports what it may', () => {
  const wrong = consolePairs.filter(([from, to]) => {
    const [target = ''] = to.split('?', 1);
    const isOwn = folderOf(from) === folderOf(target) || !consoleImports.has(target);
    const may = MAY_IMPORT[folderOf(from)] ?? [];
    return !isOwn && !may.includes(folderOf(target)) && !may.includes(target);
  });
  expect(wrong.map((pair) => pair.join(' -> '))).toEqual([]);
});

test('a feature imports no other, but for those that are made of several', () => {
  const featureOf = (path: string) => /^features\/([\w-]+)\//.exec(path)?.[1];
  const wrong = consolePairs.filter(([path, to]) => {
    const [from, target] = [featureOf(path), featureOf(to)];
    if (from === undefined || target === undefined || from === target) return false;
    return !COMPOSED_OF[from]?.includes(target);
  });
  expect(wrong.map((pair) => pair.join(' -> '))).toEqual([]);
});

test('packages stay where they are known, and the console imports nothing of the server', () => {
  const wrong = consolePairs.filter(([from, to]) => {
    if (to.startsWith('..')) return !/^\.\.\/(?:contract|docs|proofs)\//.test(to);
    const name = Object.keys(KNOWN_TO).find((known) => to === known || to.startsWith(`${known}/`));
    return name !== undefined && !KNOWN_TO[name]?.includes(folderOf(from));
  });
  expect(wrong.map((pair) => pair.join(' -> '))).toEqual([]);
});

test.each(['contract', 'server', 'src'])(
  'no file of %s imports itself by way of others',
  (name) => {
    const files = importsBelow(join(root, name));
    expect(files.size).toBeGreaterThan(20);
    const done = new Set<string>();
    const circles: string[] = [];
    function visit(path: string, way: readonly string[]): void {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' -> '));
      if (done.has(path) || way.includes(path)) return;
      for (const to of files.get(path) ?? []) if (files.has(to)) visit(to, [...way, path]);
      done.add(path);
    }
    for (const path of files.keys()) visit(path, []);
    expect(circles).toEqual([]);
  },
);
