import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { ArchiveError, type Header, type Manifest } from '../archive/archive-format.ts';
import { readEntries } from '../archive/archive-stream.ts';
import { sumRows } from '../archive/backup.ts';
import type { StateConfig } from '../archive/open-source.ts';
import { openEmptyTarget } from '../archive/open-target.ts';
import { checkArchive, readHeader } from '../archive/read-state.ts';
import { restoreInto } from '../archive/restore.ts';
import { verifyAudit } from '../audit/rows/audit-verify.ts';
import { MIGRATIONS } from '../database/migrations.ts';
import { foreignWarning } from './backup-command.ts';

interface RestoreCommandDeps {
  readonly config: StateConfig;
  /** What `-` stands for. */
  readonly input: Readable;
  readonly report: (line: string) => void;
  /** Asks whoever sits there; undefined: nobody does. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
}

const USAGE =
  'Usage: npm run restore -- FILE [--check | --end-access | --keep-access], with - as FILE to read from a pipe; --check: restore nothing';
const QUESTION =
  'What was ended since the backup would be open again. End all sessions, displays, API tokens and open invitations?';
const ENDED =
  'All sessions, displays, API tokens and open invitations were ended. Accounts, passwords and roles are as they were in the backup.';
const KEPT =
  'WARNING: sessions, displays, API tokens and invitations that were ended since the backup are open again.';

/**
 * `npm run restore`: makes a node from a backup, in an empty directory or an empty database.
 *
 * @throws ArchiveError with a sentence; then the target is as it was
 */
export async function runRestoreCommand(args: string[], deps: RestoreCommandDeps): Promise<void> {
  const { input, report } = deps;
  const { file, isCheck, ...choice } = parse(args);
  const openArchive = async () => (file === '-' ? input : openFile(file));
  // A pipe can be read only once, so that is checked while it is restored.
  if (isCheck || file !== '-') {
    report('reading the archive and checking it');
    const { header, manifest } = await checkArchive(await openArchive());
    report('it is whole');
    if (isCheck) {
      for (const line of summaryOf(header, manifest)) report(line);
      return;
    }
  }
  const endsAccess = choice.endsAccess ?? (await deps.confirm?.(QUESTION)) ?? true;
  await restore(await openArchive(), deps, endsAccess);
  report(endsAccess ? ENDED : KEPT);
  report('The node can be started now.');
}

async function restore(
  archive: Readable,
  { config, report }: RestoreCommandDeps,
  endsAccess: boolean,
): Promise<void> {
  const entries = readEntries(archive);
  try {
    const header = await readHeader(entries);
    assertKnown(header);
    const target = await openEmptyTarget(config, header.migrations);
    report('restoring');
    try {
      const manifest = await restoreInto(target, entries, endsAccess);
      const audit = await verifyAudit(target.db);
      await target.publish();
      for (const line of summaryOf(header, manifest)) report(line);
      if (!audit.ok) report(`WARNING: the audit log was not whole in the backup: ${audit.problem}`);
    } finally {
      await target.close();
    }
  } finally {
    await entries.return(undefined);
  }
}

interface Choice {
  readonly file: string;
  readonly isCheck: boolean;
  /** undefined: to be asked. */
  readonly endsAccess: boolean | undefined;
}

function parse(args: string[]): Choice {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        check: { type: 'boolean', default: false },
        'end-access': { type: 'boolean' },
        'keep-access': { type: 'boolean' },
      },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    const { check: isCheck, 'end-access': ends, 'keep-access': keeps } = values;
    if (file === undefined || more.length > 0 || (ends && keeps)) throw new ArchiveError(USAGE);
    return { file, isCheck, endsAccess: keeps ? false : ends };
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

async function openFile(path: string): Promise<Readable> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveError(`${path} cannot be read (${error.code}).`);
  });
  return file.createReadStream();
}

/** @throws ArchiveError if a newer release wrote it */
function assertKnown({ migrations, product }: Header): void {
  const unknown = migrations.filter((name) => !(name in MIGRATIONS));
  if (unknown.length > 0)
    throw new ArchiveError(
      `The archive is of a newer release (${product}, ${unknown.join(', ')}). Restore it with that one.`,
    );
}

function summaryOf({ node, createdAt }: Header, manifest: Manifest): string[] {
  const { tables, bundles, damaged, foreign } = manifest;
  return [
    `${sumRows(tables)} rows of ${Object.keys(tables).length} tables, bundles: ${bundles.files} (${bundles.bytes} bytes), of ${node} as it was at ${createdAt}.`,
    ...(damaged.length > 0
      ? [
          `WARNING: damaged or missing already when the backup was made: ${damaged.length} of the bundles.`,
        ]
      : []),
    ...foreignWarning(foreign),
  ];
}
