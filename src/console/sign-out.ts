import { workerClient } from './worker-client.ts';

/** The server's part in a sign-out. It may be out of reach when somebody leaves: the next page goes on with it. */

let call: Promise<unknown> = Promise.resolve();

/** Nobody is signed in any more, or the server keeps no sessions that it could end. */
const NOTHING_LEFT = [401, 404, 405];

/** Calls the server once. Never rejects. @returns whether the server knows */
export function endSession(): Promise<boolean> {
  const known = workerClient
    .send('logout')
    .then((outcome) => outcome.ok || NOTHING_LEFT.includes(outcome.status));
  call = known;
  return known;
}

/** A sign-in waits for it: its session would be ended by an answer that comes after its own. */
export const sessionCallEnded = () => call;
