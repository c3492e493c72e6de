// Module hooks do not reach into threads: when run from the sources, the thread registers tsx itself, which takes it a second.
// Tests compile it once for all threads (tests/server/compile-thread.ts).
const { INSPECT_THREAD } = process.env;
if (INSPECT_THREAD === undefined) (await import('tsx/esm/api')).register();
await import(INSPECT_THREAD ?? './inspect-thread.ts');
