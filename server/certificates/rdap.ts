import * as z from 'zod/mini';
import { DAY_MS } from '../../contract/limits.ts';
import type { Database } from '../database/database.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { TermBase } from '../feature.ts';
import { configuredTargets } from '../outgoing/addresses.ts';
import { createFetch } from '../outgoing/fetch.ts';

/** Where registries are asked, by top-level domains (RFC 9224). */
const RegistriesSchema = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
});
type Registries = z.infer<typeof RegistriesSchema>;

/** Of an answer about a domain (RFC 9083 sections 4.5 and 5.3), what is read. */
const DomainSchema = z.object({
  events: z._default(
    z.array(z.object({ eventAction: z.string(), eventDate: z._default(z.string(), '') })),
    [],
  ),
});

/** A name that is registered. */
interface Registered {
  readonly name: string;
  /** Epoch milliseconds; null: the registry does not say. */
  readonly notAfter: number | null;
}

const REGISTRIES = 'rdap-registries';
const KeptSchema = z.object({ at: z.number(), registries: RegistriesSchema });
/** IANA's list has 50 KB. */
const LIMITS = { limitMs: 10_000, bodyMaxBytes: 1024 * 1024 };
/** Of a name: more are within what somebody has registered. */
const LABELS_MAX = 4;
const TOO_MANY = 429;

interface RdapDeps extends Pick<TermBase, 'db' | 'journal' | 'clock'> {
  /** Of IANA's list. */
  readonly url: string;
}

/** Asks registries by RDAP (RFC 7480, RFC 9082), found by IANA's list, which is read once a day. */
export function createRdap({ db, journal, clock, url }: RdapDeps) {
  const request = createFetch({ clock, policy: configuredTargets(), ...LIMITS });

  async function ask(address: string, signal: AbortSignal): Promise<Response> {
    const headers = { accept: 'application/rdap+json, application/json', 'user-agent': 'meridian' };
    return request(address, { method: 'GET', headers, signal });
  }

  async function readRegistries(signal: AbortSignal): Promise<Registries> {
    const kept = await readRegistriesOf(db);
    const age = clock.now() - (kept?.at ?? 0);
    if (kept && age >= 0 && age < DAY_MS) return kept.registries;
    const answer = await ask(url, signal);
    if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`);
    const registries = RegistriesSchema.parse(await answer.json());
    await journal.commit((tx) => saveSetting(tx, REGISTRIES, { at: clock.now(), registries }));
    return registries;
  }

  return {
    /**
     * Which part of a name is registered only the registry knows: it is asked for the whole name, and then for those above it.
     *
     * @returns undefined: no registry knows it, or none can be asked
     * @throws when a registry does not answer
     */
    async find(host: string, signal: AbortSignal): Promise<Registered | undefined> {
      const labels = host.split('.').slice(-LABELS_MAX);
      const base = registryOf(labels, await readRegistries(signal));
      for (; base !== undefined && labels.length > 1; labels.shift()) {
        const name = labels.join('.');
        const answer = await ask(new URL(`domain/${name}`, base).href, signal);
        const { ok, status } = answer;
        if (ok) return { name, notAfter: endOf(DomainSchema.parse(await answer.json())) };
        if (status < 400 || status >= 500 || status === TOO_MANY)
          throw new Error(`${new URL(base).host} answered ${status}`);
      }
      return undefined;
    },
  };
}

const readRegistriesOf = (db: Database) => readSetting(db, REGISTRIES, KeptSchema);

/** @returns where names with this end are asked, by https: where it can be */
function registryOf(labels: readonly string[], { services }: Registries): string | undefined {
  for (let from = 1; from < labels.length; from++) {
    const end = labels.slice(from).join('.');
    const [, urls = []] = services.find(([ends]) => ends.includes(end)) ?? [];
    const url = urls.find((one) => one.startsWith('https:')) ?? urls[0];
    if (url !== undefined) return url.endsWith('/') ? url : `${url}/`;
  }
  return undefined;
}

function endOf({ events }: z.infer<typeof DomainSchema>): number | null {
  const { eventDate = '' } = events.find(({ eventAction }) => eventAction === 'expiration') ?? {};
  const at = Date.parse(eventDate);
  return Number.isNaN(at) ? null : at;
}
