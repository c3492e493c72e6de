import { LIVE_SEQ_HEADER, LIVE_STREAM_HEADER, SERVER_TIME_HEADER } from '../../contract/paths.ts';

/** What a route of the fake server answers; a string body is sent as it is, anything else as JSON. */
export interface FakeAnswer {
  readonly status?: number;
  /** Of a redirect that was not followed: the browser hides the rest of it. */
  readonly type?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type FakeRoute = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

interface FakeRequest {
  readonly method: string;
  readonly address: string;
  readonly init: RequestInit;
}

/** A server behind `fetch`: routes by method and path, whose last part may be `*`; everything else 404. */
export interface FakeServer {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly requests: readonly FakeRequest[];
  route(method: string, path: string, route: FakeRoute): void;
  /** How often this path was asked for. */
  count(path: string): number;
  /** The network: up, or down so that every request fails. */
  network(up: boolean): void;
}

export function createFakeServer(): FakeServer {
  const routes = new Map<string, FakeRoute>();
  const requests: FakeRequest[] = [];
  let up = true;
  return {
    requests,
    route: (method, path, route) => routes.set(`${method} ${path}`, route),
    count: (path) => requests.filter(({ address }) => pathOf(address) === path).length,
    network(next) {
      up = next;
    },
    async fetch(address, init) {
      const method = init.method ?? 'GET';
      const request = { method, address, init };
      requests.push(request);
      if (!up) throw new TypeError('fetch failed');
      const path = pathOf(address);
      const route =
        routes.get(`${method} ${path}`) ??
        routes.get(`${method} ${path.slice(0, path.lastIndexOf('/'))}/*`);
      const answer = route ? await orAborted(route(request), init.signal) : { status: 404 };
      return responseOf(answer);
    },
  };
}

/** The headers of this product's server. */
export function meridianHeaders(
  at: number,
  seq: number,
  streamId?: string,
): Record<string, string> {
  const headers = { [SERVER_TIME_HEADER]: String(at), [LIVE_SEQ_HEADER]: String(seq) };
  return streamId === undefined ? headers : { ...headers, [LIVE_STREAM_HEADER]: streamId };
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? address;
}

function responseOf({ status = 200, type, body, headers = {} }: FakeAnswer): Response {
  if (type) return Object.defineProperty(Response.error(), 'type', { value: type });
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text ?? null, { status, statusText: STATUS_TEXTS[status] ?? '', headers });
}

const STATUS_TEXTS: Record<number, string> = {
  200: 'OK',
  401: 'Unauthorized',
  404: 'Not Found',
  500: 'Internal Server Error',
};

function orAborted<T>(answer: T | Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), {
      once: true,
    });
    Promise.resolve(answer).then(resolve, reject);
  });
}
