import type { Clock } from '../clock.ts';
import { judgeSilence } from '../connection/silence.ts';
import { TAB_BEAT_MS } from './tab-channel.ts';

/** Judges by its beats whether the tab that leads still does: a frozen one says nothing and holds its lock. */
export interface LeaderWatch {
  /** The leader has spoken. */
  heard(): void;
  /** This device's clock, when it was last heard; undefined while it is heard. */
  silentSince(): number | undefined;
}

export interface LeaderWatchDeps {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly random: () => number;
  /** Whether it is heard has changed. */
  readonly onChange: () => void;
  /** It no longer leads. */
  readonly onGone: () => void;
}

/** Tabs that miss the same leader do not all steal the lead in the same moment. */
const GONE_WITHIN_MS = 1000;

export function watchLeader({
  clock,
  signal,
  random,
  onChange,
  onGone,
}: LeaderWatchDeps): LeaderWatch {
  let heardAt = clock.mono();
  let heardNow = clock.now();
  let silent = false;

  function heard(): void {
    heardAt = clock.mono();
    heardNow = clock.now();
    if (!silent) return;
    silent = false;
    onChange();
  }

  async function giveUp(): Promise<void> {
    const missed = heardAt;
    if (!(await clock.sleep(random() * GONE_WITHIN_MS, signal))) return;
    if (heardAt === missed) onGone();
    heardAt = clock.mono();
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      let isLost = false;
      await judgeSilence(clock, signal, TAB_BEAT_MS, () => heardAt, {
        onSilent() {
          silent = true;
          onChange();
        },
        onLost() {
          isLost = true;
        },
        // This tab slept as well: the leader gets its time from now on.
        onWoken() {
          heardAt = clock.mono();
        },
      });
      if (isLost) await giveUp();
    }
  }

  void watch();
  return { heard, silentSince: () => (silent ? heardNow : undefined) };
}
