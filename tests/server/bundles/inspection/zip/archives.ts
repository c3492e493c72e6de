import fc from 'fast-check';
import type { ZipArchive, ZipEntry } from '../../../../doubles/zip-archive.ts';

/** Path parts that no rule minds. They differ in more than case, so that names cannot collide. */
const partArbitrary = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((part) => !/[\\/:\p{C}\u2028\u2029]/u.test(part) && !/^\.+ *$/.test(part));

const entryArbitrary: fc.Arbitrary<Omit<ZipEntry, 'name'>> = fc.record(
  {
    content: fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
    method: fc.constantFrom(0, 8),
    descriptor: fc.constantFrom('signed', 'bare', 'signed-64', 'bare-64'),
    zip64: fc.boolean(),
    comment: fc.string({ maxLength: 20 }),
  },
  { requiredKeys: ['content'] },
);

/** Honest archives of every kind that the writer knows. */
export const archiveArbitrary: fc.Arbitrary<ZipArchive> = fc.record({
  entries: fc
    .array(fc.tuple(fc.array(partArbitrary, { minLength: 1, maxLength: 4 }), entryArbitrary), {
      minLength: 1,
      maxLength: 12,
    })
    // A folder of its own for each, by number: no name can be another's folder.
    .map((drafts) =>
      drafts.map(([parts, entry], i) => ({ ...entry, name: `${i}/${parts.join('/')}` })),
    ),
  comment: fc.string({ maxLength: 30 }).filter((comment) => !comment.includes('PK')),
  zip64: fc.boolean(),
});
