import { keyOf } from '../../contract/paths.ts';
import { createRig, type Rig } from './data-worker.ts';
import { type Meridian, serveMeridian } from './meridian.ts';
import { serveWatchdog } from './watchdog.ts';

export interface LiveRig extends Rig {
  readonly node: Meridian;
}

type Watched = 'stats' | 'activity' | 'watchdog' | 'bundles';

/**
 * The whole worker at this product's server: signed in, and live.
 * @param events how many the server has recorded before
 * @param watching what the page looks at from the start
 */
export async function openLiveRig({
  rig = createRig(),
  events = 0,
  watching = [],
}: {
  rig?: Rig;
  events?: number;
  watching?: readonly Watched[];
} = {}): Promise<LiveRig> {
  const node = serveMeridian(rig);
  serveWatchdog(rig.server);
  for (let i = 0; i < events; i += 1) node.append();
  await rig.worker.open('ada');
  for (const name of watching) rig.worker.subscribe(name, {});
  await rig.clock.advance(50);
  node.greet(rig.sockets.last());
  await rig.clock.advance(50);
  return { ...rig, node };
}

/** @returns what the page has of a read without parameters */
export const entryOf = (rig: Rig, name: Watched) => rig.page.entry(keyOf(name));
