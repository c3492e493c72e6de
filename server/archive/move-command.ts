import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readBundleStore } from '../bundles/bundle-store-config.ts';
import type { Config } from '../config.ts';
import { DataInUseError, holdDataDir } from '../store/data-dir.ts';
import { migrationsRun } from '../store/migrate.ts';
import { MIGRATIONS } from '../store/migrations.ts';
import { nameOf } from '../store/postgres/postgres.ts';
import { ArchiveError } from './archive-error.ts';
import { type Moved, moveState } from './move.ts';
import { type OpenedSource, openSource, type StateConfig } from './open-source.ts';
import { openTarget } from './open-target.ts';

export interface MoveCommandDeps {
  /** As the SQLite node has it; `secretKey` is that of the target. */
  readonly config: StateConfig;
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly report: (line: string) => void;
}

const USAGE =
  'Usage: npm run move -- --to postgres://USER:PASSWORD@HOST/DATABASE [--bundles s3://BUCKET?endpoint=ADDRESS]';
const OPTIONS = { to: { type: 'string' }, bundles: { type: 'string' } } as const;
const CONNECTIONS_MAX = 2;

/**
 * `npm run move`: copies a stopped SQLite node into PostgreSQL, and changes nothing about it.
 *
 * @returns whether every bundle was what its row says. @throws ArchiveError with a sentence
 */
export async function runMoveCommand(args: string[], deps: MoveCommandDeps): Promise<boolean> {
  const { config, now, report } = deps;
  const { url, bundleStore } = parse(args, deps);
  if (config.secretKey === null)
    throw new ArchiveError(
      'SECRET_KEY is needed: the keys of the node are stored in the database sealed by it, and every instance there has to have the same.',
    );
  const release = hold(config.dataDir);
  const closing: (() => Promise<void>)[] = [async () => release()];
  try {
    const source = await openSource({ ...config, database: null });
    closing.push(source.close);
    await assertThisRelease(source);
    const target = await openTarget(
      {
        ...config,
        database: { url, connectionsMax: CONNECTIONS_MAX },
        bundleStore: bundleStore ?? config.bundleStore,
      },
      Object.keys(MIGRATIONS),
    );
    closing.push(target.close);
    const copyBundles = bundleStore !== undefined;
    const moved = await moveState({ source, target, copyBundles, now, report });
    await target.publish();
    for (const line of summaryOf(moved, nameOf(url))) report(line);
    return moved.damaged.length === 0;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

function parse(args: string[], { config, environment }: MoveCommandDeps) {
  try {
    const { values } = parseArgs({ args, options: OPTIONS });
    const { to, bundles } = values;
    if (to === undefined || !/^postgres(?:ql)?:/.test(to) || !URL.canParse(to)) throw new Error();
    return {
      url: to,
      bundleStore: bundles === undefined ? undefined : bundleStoreOf(bundles, config, environment),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new ArchiveError([reason, USAGE].filter(Boolean).join('\n'));
  }
}

function bundleStoreOf(
  BUNDLE_STORE: string,
  { dataDir: DATA_DIR }: StateConfig,
  environment: NodeJS.ProcessEnv,
): Config['bundleStore'] {
  const at = (path: string) => (isAbsolute(path) ? path : resolve(path));
  return readBundleStore({ ...environment, DATA_DIR, BUNDLE_STORE }, at);
}

/** So that nothing is written while it is copied. @returns what ends that */
function hold(dataDir: string): () => void {
  try {
    return holdDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataInUseError)) throw error;
    throw new ArchiveError(
      `DATA_DIR: a node works in ${dataDir}. Stop it first: what it writes meanwhile would be lost. Nothing was changed.`,
    );
  }
}

async function assertThisRelease({ db }: OpenedSource): Promise<void> {
  const run = await migrationsRun(db);
  if (run.join() !== Object.keys(MIGRATIONS).join())
    throw new ArchiveError(
      'DATA_DIR: its database is of another release. Start the node once with this release, stop it, then move it.',
    );
}

function summaryOf({ tables, bundles, damaged }: Moved, name: string): string[] {
  const width = Math.max(...Object.keys(tables).map(({ length }) => length));
  return [
    ...Object.entries(tables).map(
      ([table, { rows, sha256 }]) =>
        `${table.padEnd(width)}  ${String(rows).padStart(9)} rows  ${sha256.slice(0, 16)}  equal`,
    ),
    `${bundles.files} bundles, ${bundles.bytes} bytes`,
    ...damaged.map((id) => `WARNING: the file of bundle ${id} is missing or damaged in DATA_DIR.`),
    `Moved to ${name}. Nothing was changed in DATA_DIR; do not start a node there any more.`,
  ];
}
