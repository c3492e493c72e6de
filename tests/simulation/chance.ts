/** Chance that a seed decides: the same seed draws the same for ever (mulberry32). */
export interface Chance {
  /** 0 to 1. */
  draw(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  isHit(probability: number): boolean;
  pick<T>(of: readonly T[]): T | undefined;
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  function draw(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (least: number, most: number) => least + Math.floor(draw() * (most - least + 1));
  return {
    draw,
    between,
    isHit: (probability) => draw() < probability,
    pick: (of) => of[between(0, of.length - 1)],
  };
}
