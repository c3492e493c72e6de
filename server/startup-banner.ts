import { dayOf, expiryOf } from './certificate.ts';
import { validityAt } from './certificate-watch.ts';
import type { Config } from './config.ts';
import { isSimulated } from './mesh-setup.ts';
import type { MeshNode } from './node.ts';
import { listAccountNames } from './store/accounts.ts';

const NAMES_SHOWN = 3;
const MESH_CONFIG_HINT = 'mesh.config.json names no addresses';
const EXPOSED =
  'other machines reach this without TLS: set TLS_CERT and TLS_KEY, or put a proxy in front';
const LOOPBACK = /^(?:localhost|127\.|::1$)/;

/** @returns the lines printed at start */
export async function startupBanner(
  node: MeshNode,
  config: Config,
  port: number,
): Promise<string[]> {
  const url = urlOf(config, port);
  const exposed = config.tls === null && !LOOPBACK.test(config.host);
  return [
    `${config.mesh.product} is up at ${url}`,
    `  sign in    ${await describeAccounts(node, config, url)}`,
    `  mesh       ${describeMesh(config)}`,
    `  data       ${config.dataDir}`,
    ...(exposed ? [`  warning    ${EXPOSED}`] : []),
    ...expiredCertificate(config),
    `  started in ${(performance.now() / 1000).toFixed(2)} s`,
  ];
}

function expiredCertificate({ tls }: Config): string[] {
  if (tls === null || validityAt(expiryOf(tls), Date.now()) !== 'expired') return [];
  const day = dayOf(expiryOf(tls));
  return [
    `  WARNING    the certificate in TLS_CERT expired on ${day}: browsers and peers refuse it`,
  ];
}

function urlOf({ host, tls }: Config, port: number): string {
  const isLocal = LOOPBACK.test(host) || host === '0.0.0.0' || host === '::';
  const name = isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${port}`;
}

async function describeAccounts(node: MeshNode, config: Config, url: string): Promise<string> {
  const { count, names } = await listAccountNames(node.db, NAMES_SHOWN);
  const open = config.registration === 'open';
  if (count === 0)
    return open
      ? `nobody yet: sign up at ${url}/signup`
      : 'nobody: there is no account and REGISTRATION is closed';
  const others = count > names.length ? ` and ${count - names.length} more` : '';
  const invitation = open ? `; others sign up at ${url}/signup` : '; registration is closed';
  return `${names.join(', ')}${others}${invitation}`;
}

function describeMesh(config: Config): string {
  const peers = `${config.mesh.platforms.length} peers`;
  return isSimulated(config)
    ? `mesh simulator of ${peers} on loopback (${MESH_CONFIG_HINT})`
    : `${peers} at their configured addresses`;
}
