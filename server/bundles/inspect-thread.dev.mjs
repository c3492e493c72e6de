// Run from the sources, the thread has to learn TypeScript by itself: hooks do not reach into threads.
import { register } from 'tsx/esm/api';

register();
await import('./inspect-thread.ts');
