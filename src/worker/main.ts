import { expose } from 'comlink';
import { LIVE_PATH } from '../../contract/paths.ts';
import { deviceClock } from './clock.ts';
import { createDataWorker } from './data-worker.ts';
import { createElection } from './election.ts';
import { openKeyValue } from './key-value.ts';
import { leadAlone } from './leader.ts';
import { openBroadcastChannel, openNoChannel } from './tab-channel.ts';
import { webSocketAt } from './web-socket.ts';

/** The worker's entry: real doors in, the api out. */
const { host, protocol, pathname } = self.location;
/** Outside of a secure context there are no locks; then every tab speaks to the server itself. */
const canShare = 'locks' in navigator && 'BroadcastChannel' in self;

const shared = {
  clock: deviceClock,
  fetch: (address: string, init: RequestInit) => fetch(address, init),
  openKeyValue,
  random: Math.random,
  lead: canShare ? createElection(navigator.locks) : leadAlone,
};

expose(
  createDataWorker({
    ...shared,
    openSocket: webSocketAt(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${LIVE_PATH}`),
    async openOutbox(parts, account) {
      const { openDeviceOutbox } = await import('./outbox-device.ts');
      return openDeviceOutbox(shared, canShare, parts, account);
    },
    openChannel: canShare ? openBroadcastChannel : openNoChannel,
    tab: `${Date.now()}-${Math.random()}`,
    // The name of this script holds the hash of what is in it.
    build: pathname,
  }),
);
