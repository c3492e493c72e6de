/** Halvings of the way to the whole size: nobody sees one part in 128 of it. */
const HALVINGS = 7;

/**
 * The largest size, of the whole one, at which something fits: found by halving, as what fits at one size fits at
 * every smaller one.
 *
 * @param fits draws it at a part of its whole size, and says whether that fits
 * @returns above 0, and 1 when the whole size fits
 */
export function largestFit(fits: (size: number) => boolean): number {
  if (fits(1)) return 1;
  let size = 0;
  for (let step = 1 / 2; step >= 2 ** -HALVINGS; step /= 2) if (fits(size + step)) size += step;
  return Math.max(size, 2 ** -HALVINGS);
}
