/** Accounts on a server, without a browser. */
export interface Person {
  readonly username: string;
  readonly cookie: string;
}

const PASSWORD = 'a calm and long password';

/** Signs up; the first of a database is its admin. */
export async function signUp(url: string, username: string): Promise<Person> {
  const answer = await postJson(`${url}/api/auth/register`, {
    username,
    email: `${username}@mesh.example`,
    password: PASSWORD,
    sovereignLevel: 'S11.1',
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0];
  if (!answer.ok || cookie === undefined)
    throw new Error(`sign-up: ${answer.status} ${await answer.text()}`);
  return { username, cookie };
}

/** @param payload sent as JSON */
export function postJson(url: string, payload: object, cookie?: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
    body: JSON.stringify(payload),
    signal: AbortSignal.timeout(30_000),
  });
}
