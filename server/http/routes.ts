import type { FastifyInstance } from 'fastify';

/** The routes that this process really has, as its router was given them. */
export interface RouteList {
  all(): readonly KnownRoute[];
  /** @returns the methods that some route takes at this path; none for an unknown path */
  methodsAt(path: string): string[];
}

export interface KnownRoute {
  readonly method: string;
  /** With `:name` for a parameter. */
  readonly path: string;
  /** Answers 401 without a session. */
  readonly guarded: boolean;
}

/** Must be called before the routes are added. Wildcards (the console's files) are left out. */
export function collectRoutes(app: FastifyInstance): RouteList {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (url.includes('*')) return;
    for (const one of [method].flat()) {
      routes.push({ method: one, path: url, guarded: config?.guarded === true });
    }
  });
  return {
    all: () => routes,
    methodsAt(path) {
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
