import type { Page } from 'playwright-core';

/**
 * Time in the data worker that a test moves by hand: long waits of a worker that was served with this in
 * front end when the test says so. Short ones are left alone.
 */
const SHORT_MS = 5000;
const CHANNEL = 'hand-time';

/** Script that stands in front of the worker's own. */
export const HAND_TIME = `
{
  const waits = new Map();
  const start = self.setTimeout.bind(self);
  const stop = self.clearTimeout.bind(self);
  self.setTimeout = (run, ms = 0, ...rest) => {
    const id = start(run, ms, ...rest);
    if (ms >= ${SHORT_MS}) waits.set(id, { run, ms });
    return id;
  };
  self.clearTimeout = (id) => { waits.delete(id); stop(id); };
  new BroadcastChannel('${CHANNEL}').onmessage = ({ data }) => {
    for (const [id, { run, ms }] of [...waits]) {
      if (ms !== data) continue;
      self.clearTimeout(id);
      run();
    }
  };
}
`;

/** Ends every wait of the page's worker that was begun for exactly so long. */
export async function endWaits(page: Page, ms: number): Promise<void> {
  await page.evaluate(
    ([name, length]) => {
      const channel = new BroadcastChannel(name);
      channel.postMessage(length);
      channel.close();
    },
    [CHANNEL, ms] as const,
  );
}
