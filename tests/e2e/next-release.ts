import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { holdLock } from '../../scripts/prepare.mjs';

/** The release after this one: the same sources with another version, built as a release is. */
export interface NextRelease {
  readonly root: string;
  readonly build: string;
  /** What is new in it, as it says itself. */
  readonly note: string;
  /** Files of its console that this release does not have. */
  readonly newAssets: readonly string[];
  /** Lets the server answer for one of them with something else, or, with nothing, not at all. */
  spoil(asset: string, text: string | undefined): void;
  mend(): void;
  remove(): void;
}

const ROOT = resolve(import.meta.dirname, '../..');
const OWN = import.meta.filename;
const CACHE = join(ROOT, 'node_modules/.cache');
const COPY = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };
const SOURCES = [
  'contract',
  'proofs',
  'docs/tls.md',
  'public',
  'scripts',
  'server',
  'src',
  'index.html',
  'mesh.config.json',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
];
/** Whole: a bill of materials takes no other. */
const VERSION = '99.0.0';
const NOTE = 'A note of the next release.';

/** @returns what a build is called, and what it is made of */
export function builtIn(root: string): { id: string; files: readonly string[] } {
  const { id, generations } = JSON.parse(readFileSync(join(root, 'dist/build.json'), 'utf8'));
  return { id, files: generations[0].files };
}

/**
 * A copy of the file's own, which it may spoil.
 *
 * @throws with what the build said when it fails
 */
export async function buildNextRelease(): Promise<NextRelease> {
  const root = mkdtempSync(join(tmpdir(), 'meridian-next-'));
  cpSync(await builtOnce(), root, COPY);
  const now = builtIn(root);
  const before = new Set(builtIn(ROOT).files);
  const spoilt = new Set<string>();
  const place = (asset: string) => join(root, 'dist/console', asset);

  function mend(): void {
    for (const path of spoilt) {
      rmSync(path, { force: true });
      renameSync(`${path}.whole`, path);
    }
    spoilt.clear();
  }

  return {
    root,
    build: now.id,
    note: NOTE,
    newAssets: now.files.filter((file) => file.endsWith('.js') && !before.has(file)),
    spoil(asset, text) {
      for (const path of [place(asset), `${place(asset)}.br`, `${place(asset)}.gz`]) {
        if (!existsSync(path)) continue;
        renameSync(path, `${path}.whole`);
        spoilt.add(path);
      }
      if (text !== undefined) writeFileSync(place(asset), text);
    },
    mend,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/**
 * Several files need it, perhaps at once: the first builds it, and the others wait for that.
 *
 * @returns the folder of its sources and its build
 */
async function builtOnce(): Promise<string> {
  const root = join(CACHE, 'next-release');
  const note = join(root, 'made-of');
  // This build, which the next one carries on, and how the next one is made of it.
  const madeOf = readFileSync(join(ROOT, 'dist/build.json'), 'utf8') + readFileSync(OWN, 'utf8');
  const isBuilt = () => existsSync(note) && readFileSync(note, 'utf8') === madeOf;
  mkdirSync(CACHE, { recursive: true });
  const release = await holdLock(`${root}.lock`, new AbortController().signal);
  try {
    if (!isBuilt()) {
      rmSync(root, { recursive: true, force: true });
      build(root);
      writeFileSync(note, madeOf);
    }
  } finally {
    release();
  }
  return root;
}

function build(root: string): void {
  for (const name of SOURCES) cpSync(join(ROOT, name), join(root, name), COPY);
  // As on a server that is brought up to date: the build before it is there.
  cpSync(join(ROOT, 'dist'), join(root, 'dist'), COPY);
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  edit(join(root, 'package.json'), (text) =>
    text.replace(/"version": "[^"]+"/, `"version": "${VERSION}"`),
  );
  edit(join(root, 'public/release-notes.json'), (text) =>
    JSON.stringify([{ version: VERSION, notes: [NOTE] }, ...JSON.parse(text)]),
  );
  // Something in the program itself is another, so that files of it have other names.
  edit(join(root, 'src/features/shell/broken.tsx'), (text) =>
    text.replace('This screen failed', 'It failed'),
  );
  const built = spawnSync(process.execPath, ['scripts/build.mjs', '--quiet'], {
    cwd: root,
    // Not as under a test: what is built is what is shipped.
    env: { ...process.env, NODE_ENV: '', VITEST: '' },
  });
  if (built.status !== 0) throw new Error(`${built.stdout}${built.stderr}`);
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  // To the second, which a copy has exactly: a server whose sources have another time would build them again.
  const now = Math.floor(Date.now() / 1000);
  utimesSync(path, now, now);
}
