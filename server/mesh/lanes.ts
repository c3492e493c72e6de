/**
 * How many sisters are spoken to at once. A mesh of a thousand asked in one burst would answer late for
 * no fault of its own: this process would still be signing and checking when the first answers lie ready.
 */
const LANES = 48;

/**
 * Does the work for each item, so many at a time and in their order.
 *
 * @returns the results in the order of the items; rejects with the first failure
 */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  lanes = LANES,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  async function lane(): Promise<void> {
    for (const [index, item] of waiting) results[index] = await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  return results;
}
