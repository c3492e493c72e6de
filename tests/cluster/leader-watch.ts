import { setTimeout as delay } from 'node:timers/promises';
import { execute } from '../server/postgres.ts';
import type { Cluster, Instance } from './cluster.ts';

/** Who leads, as the database has it. */
interface Leader {
  readonly token: number;
  /** `INSTANCE_NAME`. */
  readonly name: string;
}

const LOOK_EVERY_MS = 50;
const WAIT_MS = 30_000;
const QUERY = `
  select token::int as token, coalesce(instances.name, '') as name
  from leases left join instances on instances.id = leases.holder
  where leases.name = 'leader'`;

export async function leaderIn(databaseUrl: string): Promise<Leader | undefined> {
  return (await execute<Leader>(databaseUrl, QUERY))[0];
}

/** @returns milliseconds until another term has begun than that of `token` */
export async function takeOverAfter(databaseUrl: string, token: number): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < WAIT_MS) {
    const leader = await leaderIn(databaseUrl);
    if ((leader?.token ?? 0) > token) return performance.now() - began;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`Nobody has taken over from token ${token}.`);
}

/** What happened to the instances, and how long nobody led. */
export interface Disturbances {
  kills: number;
  pauses: number;
  /** Milliseconds, of those who led. */
  readonly takeOvers: number[];
}

interface DisturbOptions {
  readonly pauseMs: number;
  readonly goesOn: () => boolean;
}

/**
 * Kills and pauses instances by turns, every second time the one that leads, until nobody writes any more. A killed one is started
 * again; a paused one goes on after another has taken over.
 */
export async function disturbInstances(
  { instances }: Cluster,
  databaseUrl: string,
  { pauseMs, goesOn }: DisturbOptions,
): Promise<Disturbances> {
  const done: Disturbances = { kills: 0, pauses: 0, takeOvers: [] };
  for (let turn = 0; goesOn(); turn += 1) {
    const leader = await leaderIn(databaseUrl);
    const leading = instances.find(({ name }) => name === leader?.name);
    const other = instances[turn % instances.length] as Instance;
    const victim = turn % 2 === 0 ? (leading ?? other) : other;
    const goOn = await (turn % 4 < 2 ? kill(victim, done) : pause(victim, done));
    if (victim === leading && leader !== undefined)
      done.takeOvers.push(await takeOverAfter(databaseUrl, leader.token));
    else await delay(pauseMs);
    await goOn();
    await delay(pauseMs);
  }
  return done;
}

/** @returns starts it again */
async function kill(victim: Instance, done: Disturbances): Promise<() => Promise<void>> {
  await victim.stop('SIGKILL');
  done.kills += 1;
  return () => victim.start();
}

/** @returns lets it go on */
async function pause(victim: Instance, done: Disturbances): Promise<() => Promise<void>> {
  victim.signal('SIGSTOP');
  done.pauses += 1;
  return async () => victim.signal('SIGCONT');
}
