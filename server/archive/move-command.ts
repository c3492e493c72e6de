import { parseArgs } from 'node:util';
import { DataInUseError, holdDataDir } from '../store/data-dir.ts';
import { migrationsRun } from '../store/migrate.ts';
import { MIGRATIONS } from '../store/migrations.ts';
import { nameOf } from '../store/postgres/postgres.ts';
import { ArchiveError } from './archive-error.ts';
import { foreignWarning } from './backup-command.ts';
import { type Moved, moveState } from './move.ts';
import { assertSqliteIn, type OpenedSource, openSource, type StateConfig } from './open-source.ts';
import { openTarget } from './open-target.ts';

export interface MoveCommandDeps {
  /** Reads the configuration from these variables. @throws ConfigError */
  readonly configOf: (environment: NodeJS.ProcessEnv) => StateConfig;
  /** Of the SQLite node, with the SECRET_KEY of the target. */
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly report: (line: string) => void;
}

const USAGE =
  "Usage: npm run move -- --to postgres://USER@HOST/DATABASE [--bundles 's3://BUCKET?endpoint=ADDRESS']";
const OPTIONS = { to: { type: 'string' }, bundles: { type: 'string' } } as const;

/**
 * `npm run move`: copies a stopped SQLite node into PostgreSQL, and changes nothing about it.
 *
 * @returns whether every bundle was what its row says, and every secret could be opened. @throws ArchiveError, ConfigError with a sentence
 */
export async function runMoveCommand(args: string[], deps: MoveCommandDeps): Promise<boolean> {
  const { configOf, environment, now, report } = deps;
  const { to, bundles } = parse(args);
  const from = configOf({ ...environment, DATABASE_URL: '' });
  const place = configOf({
    ...environment,
    DATABASE_URL: to,
    BUNDLE_STORE: bundles ?? environment.BUNDLE_STORE,
  });
  assertSqliteIn(from.dataDir);
  const release = hold(from.dataDir);
  const closing: (() => Promise<void>)[] = [async () => release()];
  try {
    const source = await openSource(from);
    closing.push(source.close);
    await assertThisRelease(source);
    const target = await openTarget(place, Object.keys(MIGRATIONS));
    closing.push(target.close);
    const copyBundles = bundles !== undefined;
    const moved = await moveState({ source, target, copyBundles, now, report });
    await target.publish();
    for (const line of summaryOf(moved, nameOf(to))) report(line);
    return moved.damaged.length === 0 && moved.foreign === 0;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

function parse(args: string[]): { readonly to: string; readonly bundles: string | undefined } {
  try {
    const { to, bundles } = parseArgs({ args, options: OPTIONS }).values;
    if (to !== undefined && to !== '') return { to, bundles };
  } catch (error) {
    throw new ArchiveError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
  throw new ArchiveError(USAGE);
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

function summaryOf({ tables, bundles, damaged, foreign }: Moved, name: string): string[] {
  const width = Math.max(...Object.keys(tables).map(({ length }) => length));
  return [
    ...Object.entries(tables).map(
      ([table, { rows, sha256 }]) =>
        `${table.padEnd(width)}  ${String(rows).padStart(9)} rows  ${sha256.slice(0, 16)}  equal`,
    ),
    `${bundles.files} bundles, ${bundles.bytes} bytes`,
    ...damaged.map((id) => `WARNING: the file of bundle ${id} is missing or damaged in DATA_DIR.`),
    ...foreignWarning(foreign),
    `Moved to ${name}. Nothing was changed in DATA_DIR; do not start a node there any more.`,
  ];
}
