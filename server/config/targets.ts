import { BlockList, isIP } from 'node:net';

/** Hosts that the configuration names. */
export interface Targets {
  readonly names: ReadonlySet<string>;
  readonly addresses: BlockList;
}

const NAME =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/;

/**
 * @param entries host names, addresses, and ranges such as 10.0.0.0/8
 * @throws Error that names an entry which is none of them
 */
export function parseTargets(entries: readonly string[]): Targets {
  const names = new Set<string>();
  const addresses = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = withoutBrackets(entry).split('/');
    const family = familyOf(address);
    if (family !== undefined)
      addresses.addSubnet(address, prefixOf(entry, prefix, family === 'ipv6' ? 128 : 32), family);
    else if (NAME.test(entry)) names.add(entry);
    else throw wrongEntry(entry);
  }
  return { names, addresses };
}

/** @param bits of a whole address */
function prefixOf(entry: string, prefix: string | undefined, bits: number): number {
  if (prefix === undefined) return bits;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) throw wrongEntry(entry);
  return Number(prefix);
}

const wrongEntry = (entry: string) =>
  new Error(`"${entry}" is neither a host name, nor an address, nor a range such as 10.0.0.0/8`);

export function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 6 ? 'ipv6' : 'ipv4';
}

/** Whether it is a name or an address. */
export const isHost = (entry: string): boolean =>
  familyOf(withoutBrackets(entry)) !== undefined || NAME.test(entry);

export const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, '');
