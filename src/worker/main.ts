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

expose(
  createDataWorker({
    clock: deviceClock,
    fetch: (address, init) => fetch(address, init),
    openSocket: webSocketAt(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${LIVE_PATH}`),
    openKeyValue,
    random: Math.random,
    lead: canShare ? createElection(navigator.locks) : leadAlone,
    openChannel: canShare ? openBroadcastChannel : openNoChannel,
    tab: `${Date.now()}-${Math.random()}`,
    // The name of this script holds the hash of what is in it.
    build: pathname,
  }),
);
