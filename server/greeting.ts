import type { Config } from './config.ts';
import type { MeshNode } from './node.ts';
import { isPractice } from './sisters.ts';
import { listAccountNames } from './store/accounts.ts';

const NAMES_SHOWN = 3;
const MESH_CONFIG_HINT = 'mesh.config.json names no addresses';
const EXPOSED =
  'other machines reach this without TLS: set TLS_CERT and TLS_KEY, or stand a proxy in front';
const LOOPBACK = /^(?:localhost|127\.|::1$)/;

/** @returns the lines that a start prints: where to go, who may sign in, what runs, how long it took */
export async function greeting(node: MeshNode, config: Config, port: number): Promise<string[]> {
  const address = addressOf(config, port);
  const exposed = config.tls === null && !LOOPBACK.test(config.host);
  return [
    `${config.mesh.product} is up at ${address}`,
    `  sign in    ${await whoMaySignIn(node, config, address)}`,
    `  mesh       ${meshOf(config)}`,
    `  data       ${config.dataDir}`,
    ...(exposed ? [`  warning    ${EXPOSED}`] : []),
    `  started in ${(performance.now() / 1000).toFixed(2)} s`,
  ];
}

function addressOf({ host, tls }: Config, port: number): string {
  const anywhere = LOOPBACK.test(host) || host === '0.0.0.0' || host === '::';
  const name = anywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${port}`;
}

async function whoMaySignIn(node: MeshNode, config: Config, address: string): Promise<string> {
  const { count, names } = await listAccountNames(node.db, NAMES_SHOWN);
  const open = config.registration === 'open';
  if (count === 0)
    return open
      ? `nobody yet: sign up at ${address}/signup`
      : 'nobody: there is no account and REGISTRATION is closed';
  const others = count > names.length ? ` and ${count - names.length} more` : '';
  const invitation = open ? `; others sign up at ${address}/signup` : '; registration is closed';
  return `${names.join(', ')}${others}${invitation}`;
}

function meshOf(config: Config): string {
  const sisters = `${config.mesh.platforms.length} sisters`;
  return isPractice(config)
    ? `practice mesh of ${sisters} on loopback (${MESH_CONFIG_HINT})`
    : `${sisters} at their configured addresses`;
}
