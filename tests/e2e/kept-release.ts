import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { builtIn } from './next-release.ts';
import { INSTANCES, startProduct } from './product.ts';
import type { Product } from './running-product.ts';

/** A release as it was once built, from `tests/e2e/releases/`. */
export interface KeptRelease {
  /** What its build is called. */
  readonly build: string;
  /** Where it is unpacked. */
  readonly root: string;
  start(env: Record<string, string>): Promise<Product>;
  remove(): void;
}

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = resolve(import.meta.dirname, 'releases');

const SQLITE_ONLY = ['0.1.0-de056cc580e5.tar.gz'];

const ALL = readdirSync(FOLDER).filter((name) => name.endsWith('.tar.gz'));

/** Those that know PostgreSQL: several instances can be brought up to date one after the other. The names of their files. */
export const KEPT_CLUSTER_RELEASES = ALL.filter((name) => !SQLITE_ONLY.includes(name));

/** Those that can run as tests run the product: see `INSTANCES`. The names of their files. */
export const KEPT_RELEASES = INSTANCES > 1 ? KEPT_CLUSTER_RELEASES : ALL;

/** @param name of its file */
export function unpackRelease(name: string): KeptRelease {
  const root = mkdtempSync(join(tmpdir(), 'meridian-release-'));
  execFileSync('tar', ['-xzf', join(FOLDER, name), '-C', root]);
  // What of it is compiled for this platform is not packed.
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return {
    build: builtIn(root).id,
    root,
    // Past `npm start`, which would look for the sources.
    start: (env) => startProduct(env, root, 'dist/server/main.js'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
