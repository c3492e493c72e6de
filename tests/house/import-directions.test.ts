import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * The directions of `biome.json` really refuse: each import below is written into a file of that folder in
 * a copy of the house that is otherwise empty, and Biome is asked.
 */

/** Folder, what it may not import, and from there what it may. */
const DIRECTIONS: readonly [string, readonly string[], readonly string[]][] = [
  [
    'contract',
    ['../src/link/worker.ts', '../server/config.ts', 'node:fs', 'zod'],
    ['zod/mini', './paths.ts'],
  ],
  [
    'contract/shapes',
    ['../../src/worker/api.ts', '../../server/config.ts', 'node:crypto'],
    ['zod/mini', '../limits.ts'],
  ],
  [
    'src/worker',
    [
      '../gallery/gallery.tsx',
      '../link/worker.ts',
      '../ui/badge/badge.tsx',
      '../routes/login.tsx',
      'react',
      'react/jsx-runtime',
      '@tanstack/react-query',
      '@mantine/core',
      'node:fs',
      '../../server/config.ts',
    ],
    ['comlink', 'idb-keyval', '../../contract/calls.ts'],
  ],
  [
    'src/service-worker',
    [
      '../gallery/gallery.tsx',
      '../link/worker.ts',
      '../ui/badge/badge.tsx',
      '../routes/login.tsx',
      '../worker/socket.ts',
      'react',
      '@tanstack/react-query',
      'node:fs',
      '../../server/config.ts',
    ],
    ['workbox-precaching', 'idb-keyval', '../../contract/prefixes.ts'],
  ],
  [
    'src/link',
    [
      '../gallery/gallery.tsx',
      '../ui/badge/badge.tsx',
      '../routes/login.tsx',
      '../worker/socket.ts',
      '../worker/store.ts',
      '@mantine/core',
      '@tanstack/react-router',
      'node:fs',
      '../../server/config.ts',
    ],
    [
      'comlink',
      '@tanstack/react-query',
      '../worker/api.ts',
      '../worker/main.ts?worker&url',
      '../../contract/paths.ts',
    ],
  ],
  [
    'src/ui/badge',
    [
      '../../gallery/gallery.tsx',
      '../../link/worker.ts',
      '../../routes/login.tsx',
      '../../worker/api.ts',
      '@tanstack/react-query',
      'comlink',
      'idb-keyval',
      'node:fs',
      '../../../server/config.ts',
    ],
    ['react', '@mantine/core', '../button/button.tsx', '../../../contract/limits.ts'],
  ],
  [
    'src/gallery',
    [
      '../link/reads.ts',
      '../routes/login.tsx',
      '../worker/api.ts',
      '../service-worker/shell.ts',
      '@tanstack/react-query',
      'comlink',
      'idb-keyval',
      'node:fs',
      '../../server/config.ts',
    ],
    ['react', '@tanstack/react-router', '../ui/badge/badge.tsx', './frame.tsx'],
  ],
  [
    'src',
    ['./gallery/gallery.tsx', './worker/api.ts', '../server/config.ts', 'node:fs'],
    ['react', './ui/theme.css', './routes/login.tsx'],
  ],
  [
    'src/routes/_console',
    [
      '../../gallery/gallery.tsx',
      '../../worker/api.ts',
      '../../../server/config.ts',
      'comlink',
      'idb-keyval',
      'node:fs',
    ],
    ['../../link/reads.ts', '../../ui/badge/badge.tsx', '@tanstack/react-router'],
  ],
  [
    'bench/empty-app',
    [
      '../../contract/paths.ts',
      '../../src/main.tsx',
      '../../src/ui/badge/badge.tsx',
      '../../server/config.ts',
      '../../tests/x.ts',
      'node:fs',
    ],
    ['react', '@mantine/core', '@tanstack/react-query', '../../src/ready.ts'],
  ],
  [
    'server/calls',
    ['../../src/link/worker.ts', '../../tests/x.ts'],
    ['../../contract/calls.ts', '../store/stats.ts', '../mesh/mesh.ts', 'node:fs'],
  ],
  [
    'server/store',
    [
      '../mesh/mesh.ts',
      '../bundles/bundles.ts',
      '../practice/practice-mesh.ts',
      '../calls/auth.ts',
      '../http/handle.ts',
      '../../src/link/worker.ts',
      'fastify',
    ],
    ['kysely', 'libsql', '../../contract/live.ts'],
  ],
  [
    'server/mesh',
    [
      '../bundles/bundles.ts',
      '../practice/practice-mesh.ts',
      '../calls/mesh.ts',
      '../http/handle.ts',
      'kysely',
      'libsql',
    ],
    ['../store/probes.ts', 'jose', '../../contract/limits.ts'],
  ],
  [
    'server/bundles',
    [
      '../practice/practice-mesh.ts',
      '../calls/bundles.ts',
      '../http/handle.ts',
      'kysely',
      'libsql',
    ],
    ['../store/bundles.ts', '../mesh/mesh.ts', 'yauzl'],
  ],
  [
    'server/push',
    ['../calls/push.ts', '../http/refuse.ts', '../practice/sister.ts', 'kysely', 'libsql'],
    ['../store/push.ts', '../mesh/address.ts', '../../contract/shapes/push.ts'],
  ],
  [
    'server/practice',
    [
      '../store/stats.ts',
      '../bundles/bundles.ts',
      '../calls/mesh.ts',
      '../http/handle.ts',
      'kysely',
      'libsql',
    ],
    ['../mesh/peer.ts', 'fastify'],
  ],
];

/** Folder, imported module, and the file that the import is written into. */
type Case = readonly [string, string, string];

const casesOf = (folder: string, kind: string, targets: readonly string[]): Case[] =>
  targets.map((target, index) => [folder, target, `${folder}/${kind}-${index}.ts`]);

const FORBIDDEN = DIRECTIONS.flatMap(([folder, no]) => casesOf(folder, 'forbidden', no));
const ALLOWED = DIRECTIONS.flatMap(([folder, , yes]) => casesOf(folder, 'allowed', yes));

const root = resolve(import.meta.dirname, '../..');
let refused: ReadonlySet<string>;
let house: string;

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'meridian-directions-'));
  const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  writeFileSync(join(house, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
  for (const [, target, path] of [...FORBIDDEN, ...ALLOWED]) writeImport(path, target);
  refused = askBiome();
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

function writeImport(path: string, target: string) {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), `import '${target}';\n`);
}

function askBiome(): ReadonlySet<string> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [
    'lint',
    '--only=style/noRestrictedImports',
    '--max-diagnostics=none',
    '--reporter=json',
    '.',
  ];
  const { stdout } = spawnSync(process.execPath, [biome, ...args], {
    cwd: house,
    encoding: 'utf8',
  });
  const report = JSON.parse(stdout) as { diagnostics: { location: { path: string } }[] };
  return new Set(report.diagnostics.map(({ location }) => location.path));
}

test.each(FORBIDDEN)('%s may not import %s', (_, __, path) => {
  expect(refused).toContain(path);
});

test.each(ALLOWED)('%s may import %s', (_, __, path) => {
  expect(refused).not.toContain(path);
});
