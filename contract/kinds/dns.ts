import * as z from 'zod/mini';
import { lineOf } from '../sent/text.ts';
import { DNS_RECORDS } from '../shapes/platform.ts';
import { TEXT_MAX } from '../text-limits.ts';
import { HostSchema } from './place.ts';

const { ipv4: FOUR, ipv6: SIX } = z.core.regexes;

function isNameServer(text: string): boolean {
  const { six, four, port } =
    /^(?:\[(?<six>.+)\]|(?<four>[^:]+))(?::(?<port>\d{1,5}))?$/.exec(text)?.groups ?? {};
  const isAddress = four === undefined ? SIX.test(six ?? '') : FOUR.test(four);
  return isAddress && Number(port ?? 53) <= 65_535;
}

/** dig prints tabs between its columns, and a zone's file breaks long lines. */
const RecordSchema = z.pipe(
  z.string().check(z.overwrite((text) => text.replace(/[\t\r\n]+/g, ' '))),
  lineOf(TEXT_MAX.dnsValue),
);

export const DNS = {
  kind: z.literal('dns'),
  host: HostSchema,
  record: z._default(z.enum(DNS_RECORDS), 'A'),
  /** What one of the records has to be, in any spelling that means the same; null: any will do. */
  value: z._default(z.nullable(RecordSchema), null),
  /** The name server that is asked: an address, with a port or without; null: that of the machine. */
  server: z._default(
    z.nullable(
      z
        .string()
        .check(z.refine(isNameServer, 'must be an address, such as 9.9.9.9 or [2620:fe::fe]:53')),
    ),
    null,
  ),
};
export type DnsCheck = z.infer<z.ZodMiniObject<typeof DNS>>;
