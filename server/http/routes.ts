import type { FastifyInstance, FastifyRequest } from 'fastify';

interface KnownRoute {
  readonly method: string;
  /** With `:name` for a parameter. */
  readonly path: string;
  /** Answers 401 without a session. */
  readonly guarded: boolean;
}

/** The routes that this process has, as its router received them. */
export type RouteList = ReturnType<typeof collectRoutes>;

/** Must be called before the routes are added. Wildcards (the console's files) are left out. */
export function collectRoutes(app: FastifyInstance) {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (url.includes('*')) return;
    for (const one of [method].flat()) {
      routes.push({ method: one, path: url, guarded: config?.guarded === true });
    }
  });
  return {
    all: (): readonly KnownRoute[] => routes,
    /** @returns the methods of all routes at this path; none for an unknown path */
    methodsAt(path: string): string[] {
      const segments = path.split('/');
      return [
        ...new Set(routes.filter((route) => fits(route.path, segments)).map((r) => r.method)),
      ];
    },
  };
}

function fits(pattern: string, segments: readonly string[]): boolean {
  const expected = pattern.split('/');
  return (
    expected.length === segments.length &&
    expected.every((part, index) => part.startsWith(':') || part === segments[index])
  );
}

/** @returns the request's path without its query, which may hold what somebody searched for */
export function requestPath(request: Pick<FastifyRequest, 'url'>): string {
  const end = request.url.indexOf('?');
  return end === -1 ? request.url : request.url.slice(0, end);
}

/** @returns the pattern of the request's route, for logs: its address may be a secret, as that of a report is */
export const routeOf = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): string =>
  routeOptions?.url ?? 'no route';

/** @returns the number in a path; 0, which no row has, for what is no number */
export const rowIdOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);
