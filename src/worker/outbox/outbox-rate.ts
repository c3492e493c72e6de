/** How fast an upload goes, by what got through in the last seconds. */
export interface Rate {
  /** @param sent bytes so far. @param mono milliseconds that only go forward */
  moved(sent: number, mono: number): void;
  /** @returns undefined until enough time has passed to say */
  bytesPerSec(): number | undefined;
}

const WINDOW_MS = 8000;
const ENOUGH_MS = 1000;

export function createRate(): Rate {
  let points: { readonly sent: number; readonly mono: number }[] = [];
  return {
    moved(sent, mono) {
      points = [...points.filter((point) => mono - point.mono <= WINDOW_MS), { sent, mono }];
    },
    bytesPerSec() {
      const [first] = points;
      const last = points.at(-1);
      if (first === undefined || last === undefined) return undefined;
      const tookMs = last.mono - first.mono;
      return tookMs < ENOUGH_MS ? undefined : ((last.sent - first.sent) / tookMs) * 1000;
    },
  };
}
