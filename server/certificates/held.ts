import type { Certificate } from '../../contract/shapes/mesh.ts';
import type { Platform } from '../config/mesh-config.ts';
import type { Database } from '../database/database.ts';
import { listCertificates } from './rows.ts';

/** Who has a certificate. */
export type Holder = Pick<Platform, 'id' | 'name' | 'domain' | 'kind' | 'group' | 'paused'>;

/** The platforms as they are now, and this node. */
export interface Holders {
  readonly platforms: readonly Holder[];
  readonly node: Holder;
}

export const holdersOf = ({ platforms, node }: Holders): ReadonlyMap<string, Holder> =>
  new Map([...platforms, node].map((one) => [one.id, one]));

/** @returns the certificates of those that are still there; whatever expires first, first */
export async function listHeld(db: Database, holders: Holders): Promise<Certificate[]> {
  const known = holdersOf(holders);
  return (await listCertificates(db)).flatMap((one) => {
    const holder = known.get(one.platform);
    return holder ? [{ ...one, name: holder.name, names: [...one.names] }] : [];
  });
}
