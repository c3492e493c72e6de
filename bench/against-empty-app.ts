import { type Figure, median } from './figure.ts';
import { type Kind, MEASURES, type Measure, type Measured } from './slow-line-figures.ts';

/**
 * What the product takes beside what an empty app of the same stack takes in the same run. The aims in seconds
 * come from another machine, on which an empty app was measured too: between the two this holds on any machine.
 */

interface Pair {
  readonly kind: Kind;
  readonly empty: Kind;
  readonly measure: Measure;
  /** The product's aim and what the empty app took, both on the other machine; left out where one is not known. */
  readonly aims?: readonly [product: number, empty: number];
}

const FIRST = 'an empty app of the same stack';
const AGAIN = 'an empty app of the same stack, again';
const GONE = 'an empty app of the same stack, server gone';

const PAIRS: readonly Pair[] = [
  { kind: 'landing', empty: FIRST, measure: 'fcp', aims: [0.9, 2.2] },
  { kind: 'dashboard', empty: FIRST, measure: 'fcp', aims: [1.2, 2.2] },
  { kind: 'dashboard', empty: FIRST, measure: 'ready', aims: [2.2, 2.1] },
  // From the start: the empty app paints when its script has run, and blocks nothing after that.
  { kind: 'dashboard', empty: FIRST, measure: 'blockingInAll', aims: [150, 164] },
  { kind: 'dashboard again', empty: AGAIN, measure: 'ready', aims: [0.6, 0.7] },
  { kind: 'dashboard again', empty: AGAIN, measure: 'blockingInAll' },
  { kind: 'dashboard, server gone', empty: GONE, measure: 'ready', aims: [0.6, 0.7] },
];

/** @returns a ratio of medians for each pair; none where the empty app takes no time at all */
export function againstEmptyApp(measured: readonly Measured[]): Figure[] {
  return PAIRS.flatMap((pair) => {
    const { name, of } = MEASURES[pair.measure];
    const medianOf = (asked: Kind) =>
      median(measured.filter(({ kind }) => kind === asked).map(({ visit }) => of(visit)));
    const [product, empty] = [medianOf(pair.kind), medianOf(pair.empty)];
    // Not so either without any visit: the median of nothing is not a number.
    if (!(empty > 0)) return [];
    return {
      name: `Slow line, ${pair.kind}: ${name} against the empty app`,
      unit: 'times',
      value: product / empty,
      runs: [product / empty],
      ...toldOf(pair, product, empty),
    };
  });
}

function toldOf(
  { measure, aims }: Pair,
  product: number,
  empty: number,
): Pick<Figure, 'aim' | 'note'> {
  const { unit } = MEASURES[measure];
  const note = `${product.toFixed(2)} beside ${empty.toFixed(2)} ${unit}`;
  if (aims === undefined) return { aim: 'to compare with', note };
  const [wanted, beside] = aims;
  return {
    aim: `at most ${(wanted / beside).toFixed(2)}`,
    note: `${note}; the aim is ${wanted} beside ${beside} ${unit}`,
  };
}
