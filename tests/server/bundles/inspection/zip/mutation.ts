import fc from 'fast-check';

/** Damage at random places; the places are fractions, so that it fits an archive of any size. */
type Mutation =
  | { readonly kind: 'flip'; readonly places: readonly number[]; readonly mask: number }
  | { readonly kind: 'write'; readonly place: number; readonly bytes: Uint8Array }
  | { readonly kind: 'cut'; readonly from: number; readonly to: number }
  | { readonly kind: 'repeat'; readonly from: number; readonly to: number };

/** Evenly spread: fast-check's own doubles are nearly all close to 0. */
const place = fc.noBias(fc.integer({ min: 0, max: 999_999 })).map((millionth) => millionth / 1e6);

/** Numbers at which readers of the format go wrong. */
const WORDS = [
  0, 1, 0xffff, 0xffff_ffff, 0x7fff_ffff, 0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50,
];
const wordArbitrary = fc
  .constantFrom(...WORDS)
  .map((word) => new Uint8Array(new Uint32Array([word]).buffer));

export const mutationArbitrary: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({
    kind: fc.constant('flip' as const),
    places: fc.array(place, { minLength: 1, maxLength: 5 }),
    mask: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({
    kind: fc.constant('write' as const),
    place,
    bytes: fc.oneof(wordArbitrary, fc.uint8Array({ minLength: 1, maxLength: 8 })),
  }),
  fc.record({ kind: fc.constant('cut' as const), from: place, to: place }),
  fc.record({ kind: fc.constant('repeat' as const), from: place, to: place }),
);

/** @returns a damaged copy */
export function mutate(archive: Buffer, mutation: Mutation): Buffer {
  const at = (fraction: number) => Math.floor(fraction * archive.length);
  switch (mutation.kind) {
    case 'flip': {
      const copy = Buffer.from(archive);
      for (const one of mutation.places) copy[at(one)] = (copy[at(one)] ?? 0) ^ mutation.mask;
      return copy;
    }
    case 'write': {
      const copy = Buffer.from(archive);
      copy.set(mutation.bytes.subarray(0, copy.length - at(mutation.place)), at(mutation.place));
      return copy;
    }
    case 'cut':
      return Buffer.concat([
        archive.subarray(0, at(mutation.from)),
        archive.subarray(at(mutation.to)),
      ]);
    case 'repeat':
      return Buffer.concat([
        archive.subarray(0, at(mutation.from)),
        archive.subarray(at(Math.min(mutation.from, mutation.to)), at(mutation.to)),
        archive.subarray(at(mutation.from)),
      ]);
  }
}
