import type { PageState, WorkerStatus } from '../../shared/model.ts';
import type { Clock } from '../clock.ts';
import { createLeaderFeed, type LeaderDelta } from './leader-feed.ts';
import { watchLeader } from './leader-watch.ts';
import { isComeback, type Source, type SourceDeps } from './source.ts';
import type { CommandResult, TabCommand, TabMessage } from './tab-channel.ts';

interface FollowingDeps extends SourceDeps {
  /** This tab's name among the others. */
  readonly tab: string;
  /** Takes the lead from a leader that has fallen silent. */
  readonly steal: () => void;
}

/** Another tab speaks to the server; this one gets its data from that tab and sends nothing to the server. */
export function follow(deps: FollowingDeps): Source {
  const { clock, random, store, serverTime, channel, tab, subscriptions, epochs, onChange } = deps;
  const over = new AbortController();
  const commands = createTabCommands(clock, (id, command) =>
    channel.send({ kind: 'command', tab, id, command }),
  );
  const feed = createLeaderFeed(store, serverTime);
  const leader = watchLeader({ clock, signal: over.signal, random, onChange, onGone: deps.steal });
  let page: PageState = deps.pageState;

  function report(): void {
    const state = { reads: [...subscriptions.values()], visible: page.visible };
    channel.send({ kind: 'tab', tab, needsAll: feed.needsAll(), ...state });
  }

  /** @returns false for a leader that has been replaced */
  function acceptLeader(epoch: number): boolean {
    if (epoch < epochs.last) return false;
    if (epoch > epochs.last) feed.restart();
    epochs.last = epoch;
    leader.received();
    return true;
  }

  function apply(delta: LeaderDelta): void {
    if (!feed.apply(delta)) report();
    else if (delta.push.status) onChange();
  }

  function receive(message: TabMessage): void {
    // Handed in to the next leader, it would be kept again.
    if (message.kind === 'closed') commands.stop({ error: 'The account was closed' });
    if (message.kind === 'done' && message.tab === tab) commands.done(message.id, message);
    if (message.kind === 'beat' && acceptLeader(message.epoch)) report();
    if (message.kind === 'delta' && acceptLeader(message.epoch)) apply(message);
  }

  function status(): WorkerStatus {
    const reported = feed.status();
    const connection = { ...reported.connection, role: 'following' as const };
    const silentSince = leader.silentSince();
    const skewMs = serverTime.skewMs();
    if (silentSince === undefined || connection.state !== 'live')
      return { ...reported, connection, skewMs };
    const since = silentSince + skewMs;
    return { ...reported, connection: { ...connection, state: 'silent', since }, skewMs };
  }

  report();
  return {
    subscribe: report,
    unsubscribe: report,
    handleCommand: commands.give,
    setPageState(next) {
      if (isComeback(page, next)) void commands.give({ what: 'reconnectNow' });
      page = next;
      report();
    },
    receive,
    status,
    async stop() {
      over.abort();
      channel.send({ kind: 'gone', tab });
      commands.stop();
      feed.end();
    },
  };
}

/** A leader that takes a command and does not carry it out is not waited for longer. */
const LIMIT_MS = 20_000;

/** Commands to the tab that leads which are not carried out yet. */
function createTabCommands(clock: Clock, send: (id: number, command: TabCommand) => void) {
  const waiting = new Map<number, (result?: CommandResult) => void>();
  let last = 0;
  return {
    /** @returns undefined when it is not known to have been carried out, and will not be */
    give(command: TabCommand): Promise<CommandResult | undefined> {
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
    /** The leader has carried out the command with this number. */
    done: (id: number, result: CommandResult) => waiting.get(id)?.(result),
    /** Nobody waits any longer. */
    stop(result?: CommandResult): void {
      for (const done of [...waiting.values()]) done(result);
    },
  };
}
