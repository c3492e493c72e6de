import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { writeZip } from '../../../../tests/doubles/zip-writer.ts';
import { archiveArbitrary } from '../../../../tests/server/bundles/inspection/zip/archives.ts';
import { inspect } from '../../../../tests/server/bundles/inspection/zip/inspecting.ts';
import {
  mutate,
  mutationArbitrary,
} from '../../../../tests/server/bundles/inspection/zip/mutation.ts';
import { RULES } from './problem.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('whatever archive is written honestly', () => {
  test('is validated, and yauzl reads the same files from it', async () => {
    await fc.assert(
      fc.asyncProperty(archiveArbitrary, async (archive) => {
        const bytes = writeZip(archive);
        const { problems, files } = await inspect(bytes);
        expect(problems).toEqual([]);
        expect(files.map(({ name, size, crc32 }) => [name, size, crc32])).toEqual(
          await readByYauzl(bytes),
        );
      }),
      { numRuns: 150 },
    );
  });
});

/** Name, size and CRC of what another reader really unpacks. */
async function readByYauzl(bytes: Buffer): Promise<[string, number, string][]> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true });
  const read: [string, number, string][] = [];
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    const crc = crc32(content).toString(16).padStart(8, '0');
    read.push([entry.fileName, content.length, crc]);
  }
  return read;
}

describe('whatever is done to an archive', () => {
  test('the inspection ends with a verdict that names known rules', async () => {
    await fc.assert(
      fc.asyncProperty(archiveArbitrary, mutationArbitrary, async (archive, mutation) => {
        const { problems } = await inspect(mutate(writeZip(archive), mutation));
        for (const { rule } of problems) expect(RULES).toContain(rule);
      }),
      { numRuns: 400 },
    );
  });

  test('what is still validated unpacks to the same files by yauzl', async () => {
    await fc.assert(
      fc.asyncProperty(archiveArbitrary, mutationArbitrary, async (archive, mutation) => {
        const bytes = mutate(writeZip(archive), mutation);
        const { problems, files } = await inspect(bytes);
        if (problems.length > 0) return;
        expect((await readByYauzl(bytes)).filter(([name]) => !name.endsWith('/'))).toEqual(
          files.map(({ name, size, crc32 }) => [name, size, crc32]),
        );
      }),
      { numRuns: 400 },
    );
  });

  test('an archive that lost its end is never validated', async () => {
    await fc.assert(
      fc.asyncProperty(archiveArbitrary, fc.nat(), async (archive, cut) => {
        const bytes = writeZip({ ...archive, comment: '' });
        const { problems } = await inspect(bytes.subarray(0, cut % bytes.length));
        expect(problems).not.toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
