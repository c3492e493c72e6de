import type { PlatformKind } from '../../../contract/shapes/platform.ts';
import { productName } from '../../device/product.ts';

interface KindText {
  /** What somebody has who adds one. */
  readonly has: string;
  /** When it is up. */
  readonly hint: string;
  readonly name: string;
  /** What is typed or pasted, with an example, and said where it is none; undefined: it is not called. */
  readonly address?: { readonly label: string; readonly example: string; readonly missing: string };
}

const MISSING_URL = 'Enter an http: or https: address';

/** @returns the kinds in the order in which they are offered */
export const kindTexts = (): Readonly<Record<PlatformKind, KindText>> => ({
  web: {
    has: 'It has a web address',
    hint: 'A site, an API, a health check: it answers as expected',
    name: 'Web address',
    address: { label: 'Address', example: 'https://shop.example/health', missing: MISSING_URL },
  },
  tcp: {
    has: 'It listens on a port',
    hint: 'A database, a mail server: it takes a connection',
    name: 'TCP port',
    address: {
      label: 'Host and port',
      example: 'db.example:5432',
      missing: 'Enter host and port, such as db.example:5432',
    },
  },
  dns: {
    has: 'It has a DNS name',
    hint: 'A record is there, with the value that you expect',
    name: 'DNS name',
    address: {
      label: 'DNS name',
      example: 'mesh.example',
      missing: 'Enter a name, such as mesh.example',
    },
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
    address: { label: 'Address', example: 'https://harbor.example', missing: MISSING_URL },
  },
});

/** @returns its name; a newer server may have kinds that this console does not know */
export const kindName = (kind: string): string => kindTexts()[kind as PlatformKind]?.name ?? kind;
