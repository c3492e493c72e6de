import type { Clock } from '../clock.ts';
import { judgeSilence } from '../connection/silence.ts';
import { TAB_BEAT_MS } from './tab-channel.ts';

interface LeaderWatchDeps {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly random: () => number;
  /** `silentSince` has changed. */
  readonly onChange: () => void;
  /** It no longer leads. */
  readonly onGone: () => void;
}

/** Tabs that miss the same leader do not all steal the lead in the same moment. */
const GONE_WITHIN_MS = 1000;

/** Notices a leading tab that is frozen: it keeps its lock but sends no beats. */
export function watchLeader({ clock, signal, random, onChange, onGone }: LeaderWatchDeps) {
  let lastMono = clock.mono();
  let lastMessageAt = clock.now();
  let silent = false;

  /** A message of the leader has arrived. */
  function received(): void {
    lastMono = clock.mono();
    lastMessageAt = clock.now();
    if (!silent) return;
    silent = false;
    onChange();
  }

  async function giveUp(): Promise<void> {
    const missed = lastMono;
    if (!(await clock.sleep(random() * GONE_WITHIN_MS, signal))) return;
    if (lastMono === missed) onGone();
    lastMono = clock.mono();
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      let isLost = false;
      await judgeSilence(clock, signal, TAB_BEAT_MS, () => lastMono, {
        onSilent() {
          silent = true;
          onChange();
        },
        onLost() {
          isLost = true;
        },
        // This tab slept as well: the leader gets its time from now on.
        onWoken() {
          lastMono = clock.mono();
        },
      });
      if (isLost) await giveUp();
    }
  }

  void watch();
  return {
    received,
    /** @returns when the last message arrived, by this device's clock; undefined unless the leader is silent */
    silentSince: () => (silent ? lastMessageAt : undefined),
  };
}
