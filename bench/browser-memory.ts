import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/**
 * What all processes of a browser hold, in MiB: a leak need not be in the JavaScript heap. Pages that they
 * share are counted once where the system tells.
 */
export async function browserMemoryMib(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { id }) => sum + processKib(id), 0) / 1024;
}

function processKib(pid: number): number {
  try {
    const proportional = /^Pss:\s+(\d+) kB/m.exec(
      readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'),
    );
    if (proportional) return Number(proportional[1]);
  } catch {
    // Not Linux, or not allowed to look: what is resident will do.
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
  }
  return 0;
}
