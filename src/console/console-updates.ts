import { holdWhileUploading, onServerBack } from '../device/updates/updates.ts';
import { outboxItems } from './outbox.ts';
import { workerClient } from './worker-client.ts';

/** What the updates have to know of a console: which build the server serves, and what is not sent yet. */

let followed = false;
let wasLive = false;

/** Runs once a page, for as long as the page lives. */
export function followConsole(): void {
  if (followed) return;
  followed = true;
  holdWhileUploading(hasUnsent);
  workerClient.status.subscribe(compare);
  compare();
}

/** What was refused for good waits for a person, not for the network, and its file is safe on the device. */
function hasUnsent(): boolean {
  return outboxItems().some(
    ({ state: { state }, inMemory }) => state !== 'done' && (state !== 'failed' || inMemory),
  );
}

function compare(): void {
  const { state, liveMessageSeen, serverBuild } = workerClient.status.get().connection;
  const isLive = state === 'live' && liveMessageSeen;
  if (isLive && !wasLive) onServerBack(serverBuild);
  wasLive = isLive;
}
