import type { Clock } from '../clock.ts';

/** Judges whether the tab that sends the uploads still does: a frozen one says nothing and holds its lock. */
export interface OutboxWatch {
  /** The leader has spoken. */
  heard(): void;
  /** It has to speak now. `isDone`: what it was told has become known, by whatever way. */
  assure(isDone: () => boolean): Promise<void>;
}

export interface OutboxWatchParts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly isLeading: () => boolean;
  readonly isUnsent: () => boolean;
  readonly ask: () => void;
  /** It does not answer. */
  readonly gone: () => void;
}

const ANSWER_MS = 5000;
/** While something waits, a leader that says nothing is asked this often. */
const ASK_EVERY_MS = 30_000;

export function watchOutboxLeader(parts: OutboxWatchParts): OutboxWatch {
  const { clock, signal } = parts;
  let heard = 0;

  async function assure(isDone: () => boolean): Promise<void> {
    const passed = await clock.sleep(ANSWER_MS, signal);
    if (passed && !isDone()) parts.gone();
  }

  /** Of a leader that has never said anything it is not known whether it has something to send. */
  const isWaiting = () => !parts.isLeading() && (heard === 0 || parts.isUnsent());

  async function look(): Promise<void> {
    let before = heard;
    while (await clock.sleep(ASK_EVERY_MS, signal)) {
      const last = heard;
      if (isWaiting() && last === before) {
        parts.ask();
        await assure(() => heard > last || !isWaiting());
      }
      before = heard;
    }
  }

  void look();
  return {
    heard() {
      heard += 1;
    },
    assure,
  };
}
