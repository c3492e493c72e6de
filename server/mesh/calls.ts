import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  HISTORY_RANGES,
  type HistoryRange,
  PLATFORM_RANGES,
  type PlatformRange,
} from '../../contract/limits.ts';
import { httpError } from '../base/http-error.ts';
import type { Platform } from '../config/mesh-config.ts';
import { handle } from '../http/handle.ts';
import type { RouteList } from '../http/routes.ts';
import type { readDeadManCall } from '../leader/dead-man.ts';
import { platformOf } from '../platforms/platform-of.ts';
import type { Mesh } from './mesh.ts';
import { describeHeartbeats } from './peers/heartbeats.ts';

interface MeshCallsDeps {
  readonly mesh: Mesh;
  readonly routes: RouteList;
  /** This node's own domain. */
  readonly domain: string;
  readonly deadMan: () => ReturnType<typeof readDeadManCall>;
}

/** The mesh as this node sees it, what the node reports about itself, and what an operator can start. */
export function meshCalls(app: FastifyInstance, deps: MeshCallsDeps): void {
  registerReads(app, deps);
  registerCommands(app, deps);
}

function registerReads(
  app: FastifyInstance,
  { mesh, routes, domain, ...deps }: MeshCallsDeps,
): void {
  handle(app, 'connections', () => mesh.connections());
  handle(app, 'witnesses', () => mesh.witnesses());
  handle(app, 'history', ({ query }) => mesh.history(query));
  handle(app, 'meshHistory', ({ params: { range } }) => {
    if (!isHistoryRange(range)) throw noSuchRange();
    return mesh.historyOf(range);
  });
  handle(app, 'platform', async ({ params: { id } }) => {
    const details = await mesh.platform(id);
    if (details === undefined) throw noSuchPlatform();
    return details;
  });
  handle(app, 'platformHistory', async ({ params: { id, range } }) => {
    if (!isPlatformRange(range)) throw noSuchRange();
    const history = await mesh.platformHistory(id, range);
    if (history === undefined) throw noSuchPlatform();
    return history;
  });
  handle(app, 'watchdog', async () => {
    const endpoints = listEndpoints(routes).map(({ method, path }) => `${method} ${path}`);
    const [summary, deadMan] = [await mesh.summary(endpoints), await deps.deadMan()];
    return { ...summary, ...(deadMan && { deadMan }) };
  });
  handle(app, 'meshHealth', () => mesh.health());
  handle(app, 'endpointAudit', () => ({ domain, endpoints: listEndpoints(routes) }));
}

function registerCommands(app: FastifyInstance, { mesh }: MeshCallsDeps): void {
  handle(app, 'sync', async () => {
    const { message, asked, reached } = await mesh.sync();
    if (asked > 0 && reached === 0) throw httpError(502, `${message}.`);
    return { message: `${message}.`, asked, reached };
  });
  handle(app, 'ping', async () => {
    const result = await mesh.ping();
    const message = `Heartbeat sent: ${describeHeartbeats(result)}.`;
    if (result.sent > 0 && result.replied === 0) throw httpError(502, message);
    return { message };
  });
  handle(app, 'acknowledgeKey', async ({ params: { id }, account }) => {
    if (!(await mesh.acknowledgeKey(id, account.username)))
      throw httpError(404, 'There is no new key of this platform to acknowledge.');
    return { message: 'The new key is acknowledged.' };
  });
  handle(app, 'reconnect', async () => {
    const { asked, reached } = await mesh.reconnect();
    return { message: `${reached} of ${asked} platforms replied.` };
  });
}

const isHistoryRange = (range: string): range is HistoryRange =>
  Object.hasOwn(HISTORY_RANGES, range);
export const isPlatformRange = (range: string): range is PlatformRange =>
  Object.hasOwn(PLATFORM_RANGES, range);
export const noSuchRange = () => httpError(404, 'This server keeps no history of that range.');
const noSuchPlatform = () => httpError(404, 'There is no such platform in this mesh.');

/** HEAD is answered wherever GET is, so it has no line of its own. */
const listEndpoints = (routes: RouteList) =>
  routes
    .all()
    .flatMap(({ method, path, guarded }) => (method === 'HEAD' ? [] : [{ method, path, guarded }]));

/** The three-factor proof of a mesh peer. */
export function proofCalls(
  app: FastifyInstance,
  deps: {
    readonly mesh: Pick<Mesh, 'proof' | 'startProof'>;
    readonly platforms: readonly Platform[];
  },
): void {
  const { mesh, platforms } = deps;
  handle(app, 'proofHealth', () => mesh.proof.health());
  handle(app, 'proofStart', async ({ payload, request }) => {
    const { peer: name, deadline_sec: deadlineSec, commander_origin: origin } = payload;
    if (origin !== ownOrigin(request))
      throw httpError(400, 'commander_origin must be the origin of this console.');
    const { id: peer } = platformOf(platforms, name, 'peer');
    const challenge = await mesh.startProof({ peer, deadlineSec, origin });
    if (challenge === null)
      throw httpError(409, 'The leading instance is configured without this platform.');
    return { challenge_id: challenge };
  });
  handle(app, 'proofs', () => mesh.proof.recent());
  handle(app, 'proofStatus', async ({ params }) => {
    const status = await mesh.proof.status(params.challenge_id);
    if (status === undefined) throw httpError(404, 'There is no such challenge.');
    return status;
  });
}

/** As the browser spells it; the Host header has passed the origin guard. */
function ownOrigin(request: FastifyRequest): string {
  return new URL(`${request.protocol}://${request.headers.host ?? ''}`).origin;
}
