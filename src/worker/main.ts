import { expose } from 'comlink';
import { LIVE_PATH } from '../../contract/paths.ts';
import { deviceClock } from './clock.ts';
import { createDataWorker } from './data-worker.ts';
import { openKeyValue } from './key-value.ts';
import { leadAlone } from './leader.ts';
import { webSocketAt } from './web-socket.ts';

/** The worker's entry: real doors in, the api out. */
const { host, protocol } = self.location;

expose(
  createDataWorker({
    clock: deviceClock,
    fetch: (address, init) => fetch(address, init),
    openSocket: webSocketAt(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${LIVE_PATH}`),
    openKeyValue,
    random: Math.random,
    lead: leadAlone,
  }),
);
