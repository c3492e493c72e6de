import type { Certificate } from '../../contract/shapes/mesh.ts';
import type { Platform } from '../config/mesh-config.ts';
import type { Database } from '../database/database.ts';
import { type Domain, type Domains, domainOf, hostOf, readDomains } from './domains.ts';
import { listCertificates } from './rows.ts';

/** Who has a certificate. */
export type Holder = Pick<Platform, 'id' | 'name' | 'domain' | 'kind' | 'group' | 'paused' | 'url'>;

/** The platforms as they are now, and this node. */
export interface Holders {
  readonly platforms: readonly Holder[];
  readonly node: Holder;
}

export const holdersOf = ({ platforms, node }: Holders): ReadonlyMap<string, Holder> =>
  new Map([...platforms, node].map((one) => [one.id, one]));

/** What expires of somebody. */
export interface Ending {
  readonly holder: Holder;
  /** Epoch milliseconds. */
  readonly notAfter: number;
  /** Such as 'Certificate of Forge'. */
  readonly subject: string;
}

/** @returns the registered domains, each of the first web address in it that is not paused */
export function domainEnds(domains: Domains, { platforms }: Holders): (Ending & Domain)[] {
  const held = new Map<Domain, Holder>();
  for (const holder of platforms.filter(({ paused }) => !paused)) {
    const domain = domainOf(hostOf(holder) ?? '', domains);
    if (domain && !held.has(domain)) held.set(domain, holder);
  }
  return [...held].flatMap(([domain, holder]) => {
    const { notAfter, name } = domain;
    return notAfter === null ? [] : { ...domain, notAfter, holder, subject: `Domain ${name}` };
  });
}

/** @returns the certificates and domains of those that are still there; whatever expires first, first */
export async function listHeld(db: Database, holders: Holders): Promise<Certificate[]> {
  const known = holdersOf(holders);
  const certificates = (await listCertificates(db)).flatMap((one) => {
    const holder = known.get(one.platform);
    return holder ? [{ ...one, name: holder.name, names: [...one.names] }] : [];
  });
  const domains = domainEnds(await readDomains(db), holders).map(
    ({ holder, notAfter, name, askedAt }) => ({
      ...{ platform: holder.id, name: holder.name, notAfter, issuer: '', names: [name] },
      ...{ seenAt: askedAt, of: 'domain' },
    }),
  );
  return [...certificates, ...domains].sort((a, b) => a.notAfter - b.notAfter);
}
