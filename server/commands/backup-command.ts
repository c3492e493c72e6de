import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { ArchiveError, type Header, type Manifest } from '../archive/archive-format.ts';
import { backUp, backUpToFile, sumRows } from '../archive/backup.ts';
import { openSource, type StateConfig } from '../archive/open-source.ts';

interface BackupCommandDeps {
  readonly config: StateConfig;
  readonly header: Pick<Header, 'product' | 'node'>;
  readonly now: () => number;
  /** What `-` stands for. */
  readonly output: Writable;
  readonly report: (line: string) => void | Promise<void>;
}

const USAGE = 'Usage: npm run backup -- FILE, or npm run --silent backup -- - to write to a pipe';

/**
 * `npm run backup`: for whoever has the machine, also while the node runs.
 *
 * @returns whether everything is in the backup. @throws ArchiveError with a sentence
 */
export async function runBackupCommand(args: string[], deps: BackupCommandDeps): Promise<boolean> {
  const { config, header, now, output, report } = deps;
  const [file, ...more] = args;
  if (file === undefined || file.startsWith('--') || more.length > 0) throw new ArchiveError(USAGE);
  const source = await openSource(config);
  try {
    const path = resolve(file);
    const options = { header: { ...header, createdAt: new Date(now()).toISOString() }, report };
    const isPipe = file === '-';
    const manifest = isPipe
      ? await backUp(source, output, options)
      : await backUpToFile(source, path, options);
    const { tables, bundles } = manifest;
    await report(
      `${isPipe ? 'Written' : path}: ${sumRows(tables)} rows of ${Object.keys(tables).length} tables, bundles: ${bundles.files} (${bundles.bytes} bytes)${isPipe ? '.' : ', read again and equal.'}`,
    );
    for (const line of faultsOf(manifest)) await report(line);
    if (!isPipe)
      await report(
        'It is not encrypted, and whoever has it has the keys of this node: keep it safe.',
      );
    return manifest.damaged.length === 0 && manifest.foreign === 0;
  } finally {
    await source.close();
  }
}

/** @param count of secrets that are copied as they are sealed */
export const foreignWarning = (count: number): string[] =>
  count === 0
    ? []
    : [
        `WARNING: sealed with another key than this node's: ${count} secrets of alert channels and one-time codes. Is SECRET_KEY the key that the node runs with?`,
      ];

function faultsOf({ deleted, damaged, foreign }: Manifest): string[] {
  return [
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
