import { isIPv6 } from 'node:net';

/**
 * @param address of a client, as Fastify reports it
 * @returns what attempts are counted by: the IPv4 address, or the /64 network of an IPv6 address, whose owner can use
 *   any address in it
 */
export function addressKey(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(?<v4>\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.groups?.v4;
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = groupsOf(head);
  const missing = tail === undefined ? 0 : 8 - before.length - groupsOf(tail).length;
  const zeros = Array.from({ length: missing }, () => 0);
  return `${[...before, ...zeros, ...groupsOf(tail ?? '')]
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** A dotted IPv4 part at the end stands for two groups. */
function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]));
}
