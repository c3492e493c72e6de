import { UNNAMED } from '../shared/account.ts';
import { workerClient } from './worker-client.ts';

/** Nobody is signed in any more, or the server keeps no sessions that it could end. */
const NOTHING_LEFT = [401, 404, 405];

/**
 * The server's part in a sign-out. It may be out of reach when somebody leaves: the next page goes on with it. Whoever has
 * signed in meanwhile stays so: the call names its account.
 *
 * @returns whether the server knows. Never rejects
 */
export async function endSession(name: string): Promise<boolean> {
  const account = name === UNNAMED ? undefined : name;
  const outcome = await workerClient.send('logout', { query: { account } });
  return outcome.ok || NOTHING_LEFT.includes(outcome.status);
}
