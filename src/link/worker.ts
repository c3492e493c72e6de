import { createDataLink } from './data-link.ts';
import { pageTimers, spawnDataWorker } from './spawn.ts';

/** The page's one link to its data worker, which starts with the first question. */
export const dataWorker = createDataLink(spawnDataWorker, pageTimers);
