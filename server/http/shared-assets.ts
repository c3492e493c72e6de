import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '../../contract/limits.ts';
import type { Loop } from '../base/loop.ts';
import { pruningTime } from '../database/pruning-time.ts';
import type { NodeBase } from '../feature.ts';
import {
  findConsoleFile,
  insertConsoleFiles,
  storedConsoleFiles,
  touchConsoleFiles,
} from './rows/console-files.ts';

/**
 * The hashed files of every build, in the database. While instances of two builds run, a page may come from one and its scripts
 * be asked of the other; and a tab that was left open may ask for a script of a build that is on no instance any more.
 */
export type SharedAssets = ReturnType<typeof createSharedAssets>;

interface SharedAssetsDeps extends Pick<NodeBase, 'db' | 'journal' | 'loops' | 'now'> {
  readonly consoleDir: string;
}

const STORE = { name: 'store console files', everyMs: DAY_MS, limitMs: 60 * 60_000, isLater: true };
/** How long files are kept that no instance has: tabs stay open for months. */
const KEEP_MS = 180 * DAY_MS;
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};
/** The build's names: only they are looked for. */
const ASSET = /^assets\/[\w.-]+\.(?<extension>js|css|woff2)$/;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

export function createSharedAssets({ db, journal, loops, now, consoleDir }: SharedAssetsDeps) {
  async function readCompressed(path: string): Promise<string> {
    const file = join(consoleDir, path);
    const bytes = await readFile(`${file}.br`).catch(async () => compress(await readFile(file)));
    return bytes.toString('base64');
  }

  async function store(): Promise<void> {
    const names = await readdir(join(consoleDir, 'assets')).catch(() => []);
    const paths = names.map((name) => `assets/${name}`).filter((path) => ASSET.test(path));
    if (paths.length === 0) return;
    const stored = await storedConsoleFiles(db, paths);
    const missing = await Promise.all(
      paths
        .filter((path) => !stored.has(path))
        .map(async (path) => ({ path, brotli: await readCompressed(path) })),
    );
    await journal.commit(async (tx) => {
      await insertConsoleFiles(tx, missing, now());
      const before = (await pruningTime(tx, now())) - KEEP_MS;
      await touchConsoleFiles(tx, paths, { at: now(), before });
    });
  }

  let storing: Loop | undefined;

  return {
    /** Stores the files of this instance's build, and once a day that they are still here. Call it before the instance is ready. */
    async publish(): Promise<void> {
      await store();
      // What fails is repeated the next day.
      storing = loops.repeat(STORE, store);
    },
    close: async () => storing?.close(),
    /** Answers with a file of another build. @returns false if none has this path */
    async send({ headers }: FastifyRequest, reply: FastifyReply, path: string): Promise<boolean> {
      const extension = ASSET.exec(path)?.groups?.extension;
      const stored = extension && (await findConsoleFile(db, path));
      if (!extension || !stored) return false;
      const brotli = Buffer.from(stored, 'base64');
      const accepts = /\bbr\b/.test(String(headers['accept-encoding'] ?? ''));
      reply.header('vary', 'accept-encoding').type(TYPES[extension] ?? '');
      if (accepts) reply.header('content-encoding', 'br');
      await reply.send(accepts ? brotli : await decompress(brotli));
      return true;
    },
  };
}
