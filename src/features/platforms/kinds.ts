import type { PlatformKind } from '../../../contract/shapes/platform.ts';
import { productName } from '../../device/product.ts';

interface KindText {
  /** What somebody has who adds one. */
  readonly has: string;
  /** When it is up. */
  readonly hint: string;
  readonly name: string;
}

/** @returns the kinds in the order in which they are offered */
export const kindTexts = (): Readonly<Record<PlatformKind, KindText>> => ({
  web: {
    has: 'It has a web address',
    hint: 'A site, an API, a health check: it answers as expected',
    name: 'Web address',
  },
  tcp: {
    has: 'It listens on a port',
    hint: 'A database, a mail server: it takes a connection',
    name: 'TCP port',
  },
  dns: {
    has: 'It has a DNS name',
    hint: 'A record is there, with the value that you expect',
    name: 'DNS name',
  },
  report: {
    has: 'It reports itself',
    hint: 'A job, a backup, anything behind a firewall: it calls this server in time',
    name: 'Reports itself',
  },
  mesh: {
    has: `It runs ${productName()}`,
    hint: 'Signed probes, and the only kind that takes bundles, handshakes and proofs',
    name: 'Mesh node',
  },
});

/** @returns its name; a newer server may have kinds that this console does not know */
export const kindName = (kind: string): string => kindTexts()[kind as PlatformKind]?.name ?? kind;
