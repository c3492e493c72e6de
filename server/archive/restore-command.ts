import { resolve } from 'node:path';
import { verifyAudit } from '../store/audit-verify.ts';
import { MIGRATIONS } from '../store/migrations.ts';
import { ArchiveError } from './archive-error.ts';
import { isEncrypted } from './archive-reader.ts';
import { sumRows } from './backup.ts';
import { foreignWarning, parseFileArgs } from './backup-command.ts';
import { type CheckedArchive, checkArchive } from './check-archive.ts';
import type { StateConfig } from './open-source.ts';
import { openEmptyTarget } from './open-target.ts';
import { type AskPassphrase, readPassphrase } from './passphrase.ts';
import { restoreInto } from './restore.ts';

export interface RestoreCommandDeps {
  readonly config: StateConfig;
  readonly environment: NodeJS.ProcessEnv;
  /** Null: there is no terminal. */
  readonly ask: AskPassphrase | null;
  readonly report: (line: string) => void;
}

const USAGE = 'Usage: npm run restore -- FILE [--passphrase-file FILE]';

/**
 * `npm run restore`: makes a node from a backup, in an empty directory or an empty database.
 *
 * @throws ArchiveError with a sentence; then the target is as it was
 */
export async function runRestoreCommand(args: string[], deps: RestoreCommandDeps): Promise<void> {
  const { config, report } = deps;
  const { file, passphraseFile } = parseFileArgs(args, USAGE);
  const path = resolve(file);
  const passphrase = (await isEncrypted(path))
    ? await readPassphrase({ ...deps, passphraseFile, repeat: false })
    : null;
  report('reading the archive and checking it');
  const checked = await checkArchive(path, passphrase);
  assertKnown(checked);
  const target = await openEmptyTarget(config, checked.header.migrations);
  if (target === undefined) {
    report('An earlier restore had been interrupted at its very end. It is complete now.');
    return;
  }
  try {
    report('it is whole; restoring');
    await restoreInto(target, { path, passphrase, checked });
    const audit = await verifyAudit(target.db);
    await target.publish();
    for (const line of summaryOf(checked)) report(line);
    if (!audit.ok) report(`WARNING: the audit log was not whole in the backup: ${audit.problem}`);
  } finally {
    await target.close();
  }
}

/** @throws ArchiveError if a newer release wrote it */
function assertKnown({ header }: CheckedArchive): void {
  const unknown = header.migrations.filter((name) => !(name in MIGRATIONS));
  if (unknown.length > 0)
    throw new ArchiveError(
      `The archive is of a newer release (${header.product}, ${unknown.join(', ')}). Restore it with that one.`,
    );
}

function summaryOf({ header, manifest }: CheckedArchive): string[] {
  const { tables, bundles, damaged, foreign } = manifest;
  return [
    `${sumRows(tables)} rows of ${Object.keys(tables).length} tables, bundles: ${bundles.files} (${bundles.bytes} bytes), of ${header.node} as it was at ${header.createdAt}.`,
    ...(damaged.length > 0
      ? [
          `WARNING: damaged or missing already when the backup was made: ${damaged.length} of the bundles.`,
        ]
      : []),
    ...foreignWarning(foreign),
    'The node can be started now.',
  ];
}
