// Module hooks do not reach into threads: when run from the sources, the thread registers tsx itself.
import { register } from 'tsx/esm/api';

register();
await import('./inspect-thread.ts');
