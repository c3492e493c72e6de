import type { PlatformKind } from '../../../../contract/shapes/platform.ts';
import { dns } from './dns.tsx';
import type { Kind } from './kind.ts';
import { mesh } from './mesh.tsx';
import { ping } from './ping.tsx';
import { report } from './report.tsx';
import { tcp } from './tcp.tsx';
import { web } from './web.tsx';

/** In the order in which they are offered. */
export const KINDS = { web, tcp, ping, dns, report, mesh } as Readonly<Record<PlatformKind, Kind>>;

/** What the forms of all kinds hold at first. */
export const KIND_VALUES = {
  ...web.values,
  ...tcp.values,
  ...dns.values,
  ...report.values,
  ...mesh.values,
};

/** @returns it; one that this console does not know, as a newer server may have, is reached at an address */
export const kindOf = (kind: string): Kind => KINDS[kind as PlatformKind] ?? mesh;

export const kindName = (kind: string): string => KINDS[kind as PlatformKind]?.name ?? kind;
