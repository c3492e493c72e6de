import type { Database, Tx } from '../../database/database.ts';

/** A hashed file of the console. */
interface ConsoleFile {
  readonly path: string;
  /** Base64. */
  readonly brotli: string;
}

/** @returns which of these files are stored */
export async function storedConsoleFiles(
  db: Database,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('consoleFiles')
    .select('path')
    .where('path', 'in', [...paths])
    .execute();
  return new Set(rows.map(({ path }) => path));
}

/** Rows in one statement, so that its size stays bounded. */
const INSERT_MAX = 50;

/** Same path, same bytes: what is stored already stays. */
export async function insertConsoleFiles(
  tx: Tx,
  files: readonly ConsoleFile[],
  at: number,
): Promise<void> {
  for (let from = 0; from < files.length; from += INSERT_MAX)
    await tx
      .insertInto('consoleFiles')
      .values(files.slice(from, from + INSERT_MAX).map((file) => ({ ...file, seenAt: at })))
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute();
}

/** Says that an instance has these files, and drops those that none has had since `before`. */
export async function touchConsoleFiles(
  tx: Tx,
  paths: readonly string[],
  { at, before }: { readonly at: number; readonly before: number },
): Promise<void> {
  await tx
    .updateTable('consoleFiles')
    .set({ seenAt: at })
    .where('path', 'in', [...paths])
    .execute();
  await tx.deleteFrom('consoleFiles').where('seenAt', '<', before).execute();
}

/** @returns the file's compressed bytes, base64 */
export async function findConsoleFile(db: Database, path: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('consoleFiles')
    .select('brotli')
    .where('path', '=', path)
    .executeTakeFirst();
  return row?.brotli;
}
