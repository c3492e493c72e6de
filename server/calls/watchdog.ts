import type { FastifyInstance } from 'fastify';
import { handle } from '../http/handle.ts';
import { refuse } from '../http/refuse.ts';
import type { RouteList } from '../http/routes.ts';
import { sentenceOf } from '../mesh/heartbeats.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { inTurn } from './in-turn.ts';

interface WatchdogParts {
  readonly mesh: Mesh;
  /** Of this process's router. */
  readonly routes: RouteList;
  /** This node's own domain. */
  readonly domain: string;
}

/** What this node says of itself: its watchdog, its health, the endpoints that it really has. */
export function watchdogCalls(app: FastifyInstance, { mesh, routes, domain }: WatchdogParts): void {
  handle(app, 'watchdog', () =>
    mesh.summary(endpointsIn(routes).map(({ method, path }) => `${method} ${path}`)),
  );
  handle(app, 'ping', async () => {
    const beaten = await inTurn(mesh.ping());
    const message = `Heartbeat sent: ${sentenceOf(beaten)}.`;
    if (beaten.sent > 0 && beaten.taken === 0) throw refuse(502, message);
    return { message };
  });
  handle(app, 'meshHealth', () => mesh.health());
  handle(app, 'endpointAudit', () => ({ domain, endpoints: endpointsIn(routes) }));
}

/** Every GET is answered to HEAD as well, which needs no line of its own. */
const endpointsIn = (routes: RouteList) =>
  routes
    .all()
    .flatMap(({ method, path, guarded }) => (method === 'HEAD' ? [] : [{ method, path, guarded }]));
