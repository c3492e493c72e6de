import { outboxItems } from '../outbox.ts';
import { dataWorker } from '../worker.ts';
import { holdWhileUploading, onMended, serverIsBack } from './updates.ts';

/**
 * What the updates have to know of a console: which build the server serves, what is not sent yet, and that a data
 * worker may have died of a damaged file.
 */

const { mirror } = dataWorker;
let followed = false;
let wasLive = false;

/** Once a page: it goes on for as long as the page does. */
export function followConsole(): void {
  if (followed) return;
  followed = true;
  holdWhileUploading(hasUnsent);
  onMended(dataWorker.revive);
  mirror.subscribe(look);
  look();
}

/** What was refused for good waits for a hand, not for the network; its file lies safely on the device. */
function hasUnsent(): boolean {
  return outboxItems().some(
    ({ state: { state }, inMemory }) => state !== 'done' && (state !== 'failed' || inMemory),
  );
}

function look(): void {
  const { state, liveMessageSeen, serverBuild } = mirror.link();
  const isLive = state === 'live' && liveMessageSeen;
  if (isLive && !wasLive) serverIsBack(serverBuild);
  wasLive = isLive;
}
