import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { DNS } from '../../../contract/kinds/dns.ts';
import { PING } from '../../../contract/kinds/ping.ts';
import { TCP } from '../../../contract/kinds/tcp.ts';
import { WEB } from '../../../contract/kinds/web.ts';
import { THRESHOLDS } from '../../../contract/platform-limits.ts';
import type { WitnessedKind } from '../../../contract/shapes/platform.ts';
import type { Thresholds } from '../../config/mesh-config.ts';
import { probeOf } from '../../platforms/definition-from.ts';
import type { PlatformName } from '../../round.ts';

/** What a peer is sent of a check. Fields that a kind gets later are sent to nobody until they are named here. */
const CHECKS = {
  web: z.pick(z.strictObject(WEB), {
    ...{ kind: true, url: true, method: true, statuses: true },
    ...{ word: true, json: true, redirects: true, tls: true },
  }),
  tcp: z.pick(z.strictObject(TCP), { kind: true, host: true, port: true, tls: true, expect: true }),
  dns: z.pick(z.strictObject(DNS), {
    kind: true,
    host: true,
    record: true,
    value: true,
    server: true,
  }),
  ping: z.strictObject(PING),
} as const satisfies Record<WitnessedKind, z.ZodMiniType>;

export const AskedPlatformSchema = z.object({
  /** That it has at the node which asks. */
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  check: z.discriminatedUnion('kind', [CHECKS.web, CHECKS.tcp, CHECKS.dns, CHECKS.ping]),
  lateMs: z.int().check(z.minimum(1), z.maximum(THRESHOLDS.lateMs.max)),
  timeoutMs: z.int().check(z.minimum(1), z.maximum(THRESHOLDS.timeoutMs.max)),
});
export type AskedPlatform = z.infer<typeof AskedPlatformSchema>;

/**
 * What is secret stays here. Without it something else may be measured: that is asked only where an admin says that it is as good.
 *
 * @returns what peers are sent; undefined: nothing
 */
export function witnessedCheckOf(platform: PlatformName, { lateMs, timeoutMs }: Thresholds) {
  const { id, kind, witnessed, secret, send, url } = platform;
  const names = Object.entries(CHECKS).find(([name]) => name === kind)?.[1].shape;
  if (names === undefined || witnessed === 'never') return undefined;
  // What a port says after it was sent something it does not say without.
  const isSent = (name: string) => name in names && !(name === 'expect' && send !== undefined);
  const sent = Object.entries(platform).filter(([name]) => isSent(name));
  const plainUrl = url === undefined ? {} : { url: url.replace(/[?#].*$/s, '') };
  const check = { ...Object.fromEntries(sent), ...plainUrl };
  const isWhole = secret === undefined && isDeepStrictEqual(probeOf(platform), check);
  return isWhole || witnessed === 'plain' ? { id, check, lateMs, timeoutMs } : undefined;
}
