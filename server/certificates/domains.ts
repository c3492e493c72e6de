import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { DAY_MS } from '../../contract/limits.ts';
import type { Loop } from '../base/loop.ts';
import type { Platform } from '../config/mesh-config.ts';
import { withoutBrackets } from '../config/targets.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { TermBase } from '../feature.ts';
import { createRdap } from './rdap.ts';

const DomainSchema = z.object({
  name: z.string(),
  /** Epoch milliseconds of the end of its registration; null: not known. */
  notAfter: z.nullable(z.number()),
  /** Epoch milliseconds. */
  askedAt: z.number(),
});
export type Domain = z.infer<typeof DomainSchema>;
/** What is known of domains, and of names that nobody has registered, by their names: registries are asked once a day. */
export type Domains = ReadonlyMap<string, Domain>;

const DOMAINS = 'domains';
/** A registry is no more than a guest's host: few questions, one after the other. */
const ASK = {
  name: 'ask until when domains are registered',
  everyMs: 10 * 60_000,
  limitMs: 5 * 60_000,
  isLater: true,
  failed: 'registries not asked',
};
const ASKED_AT_ONCE = 20;

type Web = Pick<Platform, 'kind' | 'url' | 'paused'>;

/** @returns the name of a web address that can be registered */
export function hostOf({ kind, url }: Web): string | undefined {
  if (kind !== 'web' || url === undefined || !URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.replace(/\.$/, '');
  return host.includes('.') && isIP(withoutBrackets(host)) === 0 ? host : undefined;
}

/** @returns what is known of the domain that a name lies in */
export function domainOf(host: string, domains: Domains): Domain | undefined {
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const domain = domains.get(name);
    if (domain !== undefined) return domain;
  }
  return undefined;
}

export async function readDomains(db: Database): Promise<Domains> {
  const stored = await readSetting(db, DOMAINS, z.array(DomainSchema));
  return new Map(stored?.map((one) => [one.name, one]));
}

interface DomainsDeps extends Pick<TermBase, 'db' | 'journal' | 'clock' | 'log'> {
  readonly platforms: readonly Web[];
  /** Of IANA's list of registries. */
  readonly url: string;
  /** Called in the transaction that stores answers. */
  readonly onStored: (tx: Tx, emit: Emit) => Promise<void>;
}

/** @returns asks about what has not been asked for a day, a few at a time, and stores the answers */
export function createDomainQuestions(deps: DomainsDeps) {
  const { db, journal, clock, log, platforms, onStored } = deps;
  const rdap = createRdap(deps);

  /** @returns what is known now; where there is no answer, what was known stays */
  async function ask({ name, notAfter }: Pick<Domain, 'name' | 'notAfter'>, signal: AbortSignal) {
    const found = await rdap.find(name, signal).catch((error: unknown) => {
      log.warn({ err: error, name }, 'registry not asked');
      return undefined;
    });
    return { ...(found ?? { name, notAfter }), askedAt: clock.now() };
  }

  /** @returns whether its registry had to be asked */
  async function update(domains: Map<string, Domain>, host: string, signal: AbortSignal) {
    const known = domainOf(host, domains);
    if (known && Math.abs(clock.now() - known.askedAt) < DAY_MS) return false;
    const now = await ask(known ?? { name: host, notAfter: null }, signal);
    if (known) domains.delete(known.name);
    domains.set(now.name, now);
    return true;
  }

  return async (signal: AbortSignal): Promise<void> => {
    const probed = platforms.filter(({ paused }) => !paused);
    const hosts = new Set(probed.flatMap((one) => hostOf(one) ?? []));
    const before = await readDomains(db);
    const domains = new Map(before);
    let asked = 0;
    for (const host of hosts) {
      if (signal.aborted || asked === ASKED_AT_ONCE) break;
      if (await update(domains, host, signal)) asked += 1;
    }
    const kept = new Set([...hosts].flatMap((host) => domainOf(host, domains) ?? []));
    if (asked === 0 && kept.size === before.size) return;
    await journal.commit(async (tx, emit) => {
      await saveSetting(tx, DOMAINS, [...kept]);
      await onStored(tx, emit);
    });
  };
}

/** The owner closes it. */
export const askRegistries = ({ loops, ...deps }: DomainsDeps & Pick<TermBase, 'loops'>): Loop =>
  loops.repeat(ASK, createDomainQuestions(deps));
