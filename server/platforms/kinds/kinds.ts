import type { PlatformKind } from '../../../contract/shapes/platform.ts';
import type { Platform } from '../../config/mesh-config.ts';
import { dns } from './dns/dns.ts';
import type { Kind, OfKind } from './kind.ts';
import { mesh } from './mesh/mesh.ts';
import { ping } from './ping/ping.ts';
import { report } from './report/report.ts';
import { tcp } from './tcp/tcp.ts';
import { web } from './web/web.ts';

const KINDS: { readonly [K in PlatformKind]: Kind<OfKind<K>> } = {
  mesh,
  web,
  tcp,
  dns,
  ping,
  report,
};

export const kindOf = ({ kind = 'mesh' }: Pick<Platform, 'kind'>): Kind => KINDS[kind] as Kind;
