import { setTimeout as delay } from 'node:timers/promises';
import type { Change } from '../../contract/live.ts';
import { keyOf, keyText } from '../../contract/paths.ts';
import type { Cluster } from './cluster.ts';
import { type LiveConsole, openLiveConsole } from './live-console.ts';
import { type Person, postJson, signUp } from './people.ts';

/** What consoles saw while somebody wrote and instances failed. */
export interface FailoverReport {
  /** Writes that the server acknowledged. */
  readonly acknowledged: number;
  /** Writes whose answer never came: they may have happened. */
  readonly unanswered: number;
  /** Acknowledged writes that some console has not. */
  readonly lost: number;
  /** Changes that some console has twice, or not in order. */
  readonly disordered: number;
  /** Consoles that had to begin anew. */
  readonly breaks: number;
  /** Consoles that are whole and agree with each other at the end. */
  readonly whole: number;
  readonly consoles: number;
  /** Sockets that were opened in all. */
  readonly connections: number;
}

interface FailoverOptions {
  readonly consoles: number;
  readonly events: number;
  /** Between two events. */
  readonly pauseMs: number;
  /** Kills, pauses and restarts instances; runs beside the writing. */
  readonly disturb: (isWriting: () => boolean) => Promise<void>;
}

/** So that no account has too many sockets at one instance. */
const CONSOLES_PER_ACCOUNT = 10;
const NOTES = keyText(keyOf('handoverNotes'));
const NOTES_PATH = '/api/handover/notes';
const SETTLE_MS = 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Opens consoles behind the load balancer, writes handover notes one after the other through it, and compares at the end
 * what every console has with what was acknowledged. A write that gets no answer is not repeated.
 */
export async function runFailover(
  { url }: Cluster,
  { consoles: count, events, pauseMs, disturb }: FailoverOptions,
): Promise<FailoverReport> {
  const people: Person[] = [];
  for (let i = 0; i <= count / CONSOLES_PER_ACCOUNT; i += 1)
    people.push(await signUp(url, `person-${i}`));
  const consoles = Array.from({ length: count }, (_, i) =>
    openLiveConsole(url, people[Math.floor(i / CONSOLES_PER_ACCOUNT)]?.cookie ?? ''),
  );
  try {
    await until(() => consoles.every((one) => one.isLive()));
    const firstSeq = Math.max(...consoles.map((one) => one.seen()));
    let writing = true;
    const disturbing = disturb(() => writing);
    const written = await write(url, people, { events, pauseMs });
    writing = false;
    await disturbing;
    await until(() => consoles.every((one) => one.isLive()));
    await until(() => haveAll(consoles, written.acknowledged), SETTLE_MS).catch(() => undefined);
    return { ...reportOf(consoles, written, firstSeq), consoles: count };
  } finally {
    await Promise.all(consoles.map((one) => one.close()));
  }
}

interface Written {
  readonly acknowledged: readonly string[];
  readonly unanswered: number;
}

/** Everybody writes in turn: the notes of one account are limited. */
async function write(
  url: string,
  people: readonly Person[],
  { events, pauseMs }: Pick<FailoverOptions, 'events' | 'pauseMs'>,
): Promise<Written> {
  const acknowledged: string[] = [];
  let unanswered = 0;
  for (let i = 0; i < events; i += 1) {
    const text = `event ${i}`;
    const answer = await postJson(
      url + NOTES_PATH,
      { text },
      people[i % people.length]?.cookie,
    ).catch(() => undefined);
    if (answer?.ok) acknowledged.push(text);
    else unanswered += 1;
    await answer?.text().catch(() => undefined);
    await delay(pauseMs);
  }
  return { acknowledged, unanswered };
}

const isNote = ({ key }: Change) => keyText(key) === NOTES;
const textsOf = ({ applied }: LiveConsole) =>
  applied
    .filter(isNote)
    .flatMap(({ data }) => (data as { text: string }[]).map(({ text }) => text));

function haveAll(consoles: readonly LiveConsole[], texts: readonly string[]): boolean {
  return consoles.every((one) => {
    const known = new Set(textsOf(one));
    return texts.every((text) => known.has(text));
  });
}

function reportOf(consoles: readonly LiveConsole[], written: Written, firstSeq: number) {
  const seqsOf = ({ applied }: LiveConsole) =>
    applied.map(({ seq }) => seq).filter((seq) => seq > firstSeq);
  const shortest = Math.min(...consoles.map((one) => one.seen()));
  const isWhole = (one: LiveConsole) =>
    seqsOf(one)
      .filter((seq) => seq <= shortest)
      .every((seq, i) => seq === firstSeq + 1 + i);
  const disordered = (one: LiveConsole) =>
    one.applied.filter(({ seq }, i) => i > 0 && seq <= (one.applied[i - 1]?.seq ?? 0)).length;
  const lost = consoles.map((one) => {
    const known = new Set(textsOf(one));
    return written.acknowledged.filter((text) => !known.has(text)).length;
  });
  return {
    acknowledged: written.acknowledged.length,
    unanswered: written.unanswered,
    lost: Math.max(...lost),
    disordered: sum(consoles.map(disordered)),
    breaks: sum(consoles.map((one) => one.breaks())),
    whole: consoles.filter(isWhole).length,
    connections: sum(consoles.map((one) => one.connections())),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function until(condition: () => boolean, limitMs = SETTLE_MS): Promise<void> {
  const end = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error('The consoles did not settle in time.');
    await delay(LOOK_EVERY_MS);
  }
}
