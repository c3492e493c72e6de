import { signingOut } from '../device/markers.ts';
import { workerClient } from './worker-client.ts';

/** The server's part in a sign-out. It may be out of reach when somebody leaves: the next page goes on with it. */

let call: Promise<void> = Promise.resolve();

/** Nobody is signed in any more, or the server keeps no sessions that it could end. */
const NOTHING_LEFT = [401, 404, 405];

/** Calls the server once. Never rejects; `signingOut` says whether the server knows. */
export function endSession(): Promise<void> {
  call = workerClient.send('logout').then((outcome) => {
    if (outcome.ok || NOTHING_LEFT.includes(outcome.status)) signingOut.end();
  });
  return call;
}

/** A sign-in waits for it: its session would be ended by an answer that comes after its own. */
export const sessionCallEnded = () => call;
