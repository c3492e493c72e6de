import type { Clock } from '../clock.ts';
import type { CommandResult, TabCommand } from './tab-channel.ts';

/** Commands to the tab that leads which are not carried out yet. */
export interface TabCommands {
  /** @returns undefined when it is not known to have been carried out, and will not be */
  give(command: TabCommand): Promise<CommandResult | undefined>;
  /** The leader has carried out the command with this number. */
  done(id: number, result: CommandResult): void;
  /** Nobody waits any longer. */
  stop(): void;
}

/** A leader that takes a command and does not carry it out is not waited for longer. */
const LIMIT_MS = 20_000;

export function createTabCommands(
  clock: Clock,
  send: (id: number, command: TabCommand) => void,
): TabCommands {
  const waiting = new Map<number, (result?: CommandResult) => void>();
  let last = 0;
  return {
    give(command) {
      last += 1;
      const id = last;
      const limit = new AbortController();
      return new Promise((resolve) => {
        const done = (result?: CommandResult) => {
          waiting.delete(id);
          limit.abort();
          resolve(result);
        };
        waiting.set(id, done);
        void clock.sleep(LIMIT_MS, limit.signal).then(() => done());
        send(id, command);
      });
    },
    done: (id, result) => waiting.get(id)?.(result),
    stop() {
      for (const done of [...waiting.values()]) done();
    },
  };
}
