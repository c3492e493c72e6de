import { keyOf } from '../../contract/paths.ts';
import { createHandClock } from '../doubles/clock.ts';
import { type ActivityRow, type Meridian, serveMeridian } from '../doubles/meridian.ts';
import { type Browser, createBrowser, type Tab } from '../doubles/tabs.ts';
import { serveWatchdog } from '../doubles/watchdog.ts';

export const ACTIVITY = '/api/activity/logs';

/** Several tabs of one browser at this product's server, which has recorded one event. */
interface TabsRig extends Browser {
  readonly node: Meridian;
  /** Opens a tab whose page looks at the activity, and lets what follows happen. */
  enter(account?: string): Promise<Tab>;
  /** The server takes whatever socket waits for it. */
  greetAll(): Promise<void>;
  /** From now on what tabs say to each other arrives this late. */
  delay(ms: number): void;
}

/** @returns the rig, with this many tabs of one account in it */
export async function enterTabs(count: number): Promise<{ rig: TabsRig; tabs: Tab[] }> {
  const clock = createHandClock();
  let delayMs = 0;
  const browser = createBrowser({
    clock,
    deliver: (job) =>
      delayMs === 0
        ? queueMicrotask(job)
        : void clock.sleep(delayMs, new AbortController().signal).then(job),
  });
  const node = serveMeridian(browser);
  serveWatchdog(browser.server);
  node.append();
  const greeted = new Set<unknown>();
  const rig: TabsRig = {
    ...browser,
    node,
    async enter(account = 'ada') {
      const tab = browser.openTab();
      await tab.worker.open(account);
      tab.worker.subscribe('activity', {});
      await clock.advance(50);
      await rig.greetAll();
      return tab;
    },
    delay(ms) {
      delayMs = ms;
    },
    async greetAll() {
      for (const socket of browser.tabs.flatMap(({ sockets }) => sockets.opened)) {
        if (greeted.has(socket) || socket.closedByWorker()) continue;
        greeted.add(socket);
        node.greet(socket);
      }
      await clock.advance(50);
    },
  };
  const tabs: Tab[] = [];
  for (let i = 0; i < count; i += 1) tabs.push(await rig.enter());
  return { rig, tabs };
}

/** @returns the ids of the activity that a tab shows, newest first */
export const idsIn = ({ page }: Tab) =>
  ((page.entry(keyOf('activity'))?.data ?? []) as readonly ActivityRow[]).map(({ id }) => id);

export const socketsOf = (tabs: readonly Tab[]) => tabs.map(({ sockets }) => sockets.alive());

/** @throws when there are fewer tabs */
export function atOf(tabs: readonly Tab[], i: number): Tab {
  const tab = tabs[i];
  if (tab === undefined) throw new Error(`there is no tab ${i}`);
  return tab;
}

export const stopAll = (tabs: readonly Tab[]) =>
  Promise.all(tabs.map(({ worker }) => worker.stop()));
