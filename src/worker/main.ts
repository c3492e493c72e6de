import { expose } from 'comlink';
import { LIVE_PATH } from '../../contract/paths.ts';
import { deviceClock } from './clock.ts';
import { createDataWorker } from './data-worker.ts';
import { openKeyValue } from './disk/key-value.ts';
import { webSocketAt } from './line/web-socket.ts';
import { createElection } from './tabs/election.ts';
import { leadAlone } from './tabs/leader.ts';
import { openBroadcastChannel, openNoChannel } from './tabs/tab-channel.ts';

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
      const { openDeviceOutbox } = await import('./outbox/outbox-device.ts');
      return openDeviceOutbox(shared, canShare, parts, account);
    },
    openChannel: canShare ? openBroadcastChannel : openNoChannel,
    tab: `${Date.now()}-${Math.random()}`,
    // The name of this script holds the hash of what is in it.
    build: pathname,
  }),
);
