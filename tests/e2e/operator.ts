import type { Product } from './running-product.ts';

type Reached = Pick<Product, 'url'>;

/** Somebody with an account on a running product, who speaks to it without a browser. */
export interface Operator {
  readonly username: string;
  readonly password: string;
  readonly cookie: string;
  /** `fetch` of a path with the session's cookie. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** The JSON of a read. */
  read<T>(path: string): Promise<T>;
  /** POSTs JSON; throws when it is refused. */
  send(path: string, payload: object): Promise<void>;
}

export const PASSWORD = 'a calm and long password';

export async function registerOperator(product: Reached, username = 'ada'): Promise<Operator> {
  const registration = {
    username,
    email: 'ada@mesh.example',
    password: PASSWORD,
    sovereignLevel: 'S11.1',
  };
  return enter(product, '/api/auth/register', username, registration);
}

export async function signInOperator(product: Product, username = 'ada'): Promise<Operator> {
  return enter(product, '/api/auth/login', username, { username, password: PASSWORD });
}

async function enter(
  product: Reached,
  path: string,
  username: string,
  payload: object,
): Promise<Operator> {
  const answer = await post(product, path, payload);
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0];
  if (!answer.ok || cookie === undefined) {
    throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
  const call = (to: string, init: RequestInit = {}) =>
    fetch(product.url + to, { ...init, headers: { ...init.headers, cookie } });
  return {
    username,
    password: PASSWORD,
    cookie,
    call,
    async read<T>(from: string) {
      const found = await call(from);
      if (!found.ok) throw new Error(`${from}: ${found.status} ${await found.text()}`);
      return (await found.json()) as T;
    },
    async send(to, payload) {
      const sent = await call(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      });
      if (!sent.ok) throw new Error(`${to}: ${sent.status} ${await sent.text()}`);
    },
  };
}

/** POSTs JSON; a string is sent as it is. */
export function post(product: Reached, path: string, body: object | string): Promise<Response> {
  return fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
