import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, test, vi } from 'vitest';
import {
  backUpTo,
  newArchivePath,
  onSqlite,
  restoreFrom,
  startLivedIn,
} from '../../tests/server/archive/archive-rig.ts';
import { ENGINE } from '../../tests/server/engine.ts';
import { startServer } from '../../tests/server/start-server.ts';
import { MIGRATIONS } from '../database/migrations.ts';
import { openDatabaseAt } from '../database/open-database.ts';
import { readEntries } from './archive-stream.ts';
import { checkArchive } from './read-state.ts';

vi.setConfig({ testTimeout: 60_000 });

type Entries = readonly (readonly [name: string, content: string])[];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const HEADER = {
  format: 'meridian-backup',
  version: 1,
  product: 'test',
  node: 'node',
  createdAt: '2026-11-23T00:00:00Z',
  migrations: Object.keys(MIGRATIONS),
};
const ROW = '{"id":"b-1","sha256":"x","size":3}\n'.replace('x', sha256('zip'));
const MANIFEST = {
  keys: sha256('{}'),
  tables: { bundles: { rows: 1, sha256: sha256(ROW), sequence: null } },
  bundles: { files: 1, bytes: 3 },
  deleted: [] as string[],
  damaged: [],
};
const HEAD: Entries = [
  ['header.json', JSON.stringify(HEADER)],
  ['keys.json', '{}'],
];
const ROWS: Entries = [['tables/bundles/000000.ndjson', ROW]];
const BUNDLE: Entries = [['bundles/b-1.zip', 'zip']];
const end = (changes: object = {}): Entries => [
  ['manifest.json', JSON.stringify({ ...MANIFEST, ...changes })],
];

/** @returns path of an archive with these entries */
async function write(entries: Entries, type?: 'symlink'): Promise<string> {
  const path = await newArchivePath();
  const tar = pack();
  for (const [name, content] of entries)
    tar.entry({ name, ...(type && { type, linkname: '/etc/passwd' }) }, type ? '' : content);
  tar.finalize();
  await pipeline(Readable.from(tar), createGzip(), createWriteStream(path));
  return path;
}

const checked = async (...parts: Entries[]) =>
  checkArchive(createReadStream(await write(parts.flat())));

describe.runIf(ENGINE === 'sqlite')('an archive', () => {
  test('that is whole is taken', async () => {
    const { manifest } = await checked(HEAD, ROWS, BUNDLE, end());
    expect(manifest.bundles.files).toBe(1);
    const deleted = end({ deleted: ['b-1'], bundles: { files: 0, bytes: 0 } });
    await checked(HEAD, ROWS, deleted);
  });

  test.each<[string, Entries[], RegExp]>([
    ['no end', [HEAD, ROWS, BUNDLE], /cut off/],
    ['no beginning', [ROWS, BUNDLE, end()], /no beginning/],
    ['something after its end', [HEAD, ROWS, BUNDLE, end(), BUNDLE], /follows its end/],
    ['a bundle less', [HEAD, ROWS, end()], /bundle b-1 is not what it was/],
    ['a bundle twice', [HEAD, ROWS, BUNDLE, BUNDLE, end()], /twice/],
    ['another bundle', [HEAD, ROWS, [['bundles/b-1.zip', 'zap']], end()], /is not what it was/],
    ['a bundle more', [HEAD, ROWS, BUNDLE, [['bundles/b-2.zip', '']], end()], /not in its list/],
    ['other rows', [HEAD, [['tables/bundles/000000.ndjson', '']], end()], /rows of bundles/],
    ['another table', [HEAD, ROWS, [['tables/x/000000.ndjson', '']], BUNDLE, end()], /table x/],
    [
      'other keys',
      [[HEAD[0] ?? ['', ''], ['keys.json', '{"a":"b"}']], ROWS, BUNDLE, end()],
      /keys were/,
    ],
    ['a path', [HEAD, [['../../etc/passwd', 'x']], end()], /an entry that no backup has/],
    ['a path as an id', [HEAD, [['bundles/../x.zip', 'x']], end()], /an entry that no backup has/],
    ['no manifest that can be read', [HEAD, ROWS, BUNDLE, end({ bundles: 1 })], /cannot be read/],
    [
      'a newer format',
      [[['header.json', JSON.stringify({ ...HEADER, version: 2 })]]],
      /newer release/,
    ],
    ['another format', [[['header.json', '{"format":"x"}']]], /no backup of this product/],
  ])('with %s is refused', async (_what, parts, reason) => {
    await expect(checked(...parts)).rejects.toThrow(reason);
  });

  test('with a link is refused', async () => {
    const path = await write([['bundles/b-1.zip', '']], 'symlink');
    await expect(checkArchive(createReadStream(path))).rejects.toThrow(
      'an entry that no backup has',
    );
  });

  test('of a newer release is refused', async () => {
    const header = JSON.stringify({ ...HEADER, migrations: ['999-later'] });
    const path = await write([
      ['header.json', header],
      ...HEAD.slice(1),
      ...ROWS,
      ...BUNDLE,
      ...end(),
    ]);
    await expect(restoreFrom(path, await onSqlite())).rejects.toThrow(/newer release.*999-later/);
  });

  test('of an older release is restored and brought up to date', async () => {
    const env = await onSqlite();
    const dataDir = env.DATA_DIR ?? '';
    const db = await openDatabaseAt(
      { dataDir, database: null },
      Object.keys(MIGRATIONS).slice(0, 18),
    );
    const note = { writtenBy: 'Ada', at: 1, text: 'old' };
    await db.insertInto('handoverNotes').values(note).execute();
    await db.destroy();
    const path = await newArchivePath();
    await backUpTo(path, env);
    const restored = await onSqlite();
    await restoreFrom(path, restored);
    const server = await startServer({ alone: true, env: restored });
    expect(await server.node.db.selectFrom('handoverNotes').selectAll().execute()).toMatchObject([
      note,
    ]);
    await server.close();
  });
});

test('secrets are in an archive as they are, so that a node with another key can seal them', async () => {
  const node = await startLivedIn(onSqlite);
  const path = await newArchivePath();
  await backUpTo(path, node.env);
  const sealed: string[] = [];
  let opened = 0;
  for await (const { name, stream } of readEntries(createReadStream(path))) {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    if (name.kind !== 'rows') continue;
    const rows = Buffer.concat(chunks).toString();
    opened += rows.split('{"opened":').length - 1;
    // How the box's texts begin, whatever column they are in.
    if (/"v1\.[\w-]{38,}"/.test(rows)) sealed.push(name.table);
  }
  expect(sealed).toEqual([]);
  expect(opened).toBe(2);
});
