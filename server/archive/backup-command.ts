import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ArchiveError } from './archive-error.ts';
import type { Header, Manifest } from './archive-format.ts';
import { backUp, sumRows } from './backup.ts';
import { openSource, type StateConfig } from './open-source.ts';
import { type AskPassphrase, readPassphrase } from './passphrase.ts';

export interface BackupCommandDeps {
  readonly config: StateConfig;
  readonly header: Pick<Header, 'product' | 'node'>;
  readonly now: () => number;
  readonly environment: NodeJS.ProcessEnv;
  /** Null: there is no terminal. */
  readonly ask: AskPassphrase | null;
  readonly report: (line: string) => void | Promise<void>;
}

const USAGE = 'Usage: npm run backup -- FILE [--passphrase-file FILE]';

/**
 * `npm run backup`: for whoever has the machine, also while the node runs.
 *
 * @returns whether everything is in the backup. @throws ArchiveError with a sentence
 */
export async function runBackupCommand(args: string[], deps: BackupCommandDeps): Promise<boolean> {
  const { config, header, now, report } = deps;
  const { file, passphraseFile } = parseFileArgs(args, USAGE);
  const passphrase = await readPassphrase({ ...deps, passphraseFile, repeat: true });
  const source = await openSource(config);
  try {
    const path = resolve(file);
    const createdAt = new Date(now()).toISOString();
    const manifest = await backUp(source, {
      path,
      passphrase,
      header: { ...header, createdAt },
      report,
    });
    for (const line of summaryOf(path, manifest)) await report(line);
    if (passphrase === null)
      await report(
        'It is not encrypted, and whoever has it has the keys of this node: keep it safe.',
      );
    return manifest.damaged.length === 0 && manifest.foreign === 0;
  } finally {
    await source.close();
  }
}

/** @throws ArchiveError with `usage` */
export function parseFileArgs(args: string[], usage: string) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { 'passphrase-file': { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new ArchiveError(usage);
    return { file, passphraseFile: values['passphrase-file'] };
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

/** @param count of secrets that are copied as they are sealed */
export const foreignWarning = (count = 0): string[] =>
  count === 0
    ? []
    : [
        `WARNING: sealed with another key than this node's: ${count} secrets of alert channels and one-time codes. Is SECRET_KEY the key that the node runs with?`,
      ];

function summaryOf(path: string, manifest: Manifest): string[] {
  const { tables, bundles, deleted, damaged, foreign } = manifest;
  return [
    `${path}: ${sumRows(tables)} rows of ${Object.keys(tables).length} tables, bundles: ${bundles.files} (${bundles.bytes} bytes), read again and equal.`,
    ...(deleted.length > 0
      ? [`Deleted meanwhile, and therefore not in it: ${deleted.length} of the bundles.`]
      : []),
    ...damaged.map(({ id, sha256 }) =>
      sha256 === null
        ? `WARNING: the file of bundle ${id} is missing. Its row alone is in the backup.`
        : `WARNING: the file of bundle ${id} is not what was uploaded. It is in the backup as it is.`,
    ),
    ...foreignWarning(foreign),
  ];
}
