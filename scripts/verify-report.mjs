import { readFileSync } from 'node:fs';
import { register } from 'tsx/esm/api';

/** `npm run verify-report -- FILE`: says whether a report of uptime is whole and by whom it is witnessed, or what was changed. Needs no node. */
register();
const { verifyReport } = await import(new URL('../contract/report.ts', import.meta.url).href);
const { verifySignature } = await import(
  new URL('../server/mesh/keys/detached.ts', import.meta.url).href
);

try {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('npm run verify-report -- FILE');
  const { problem, lines } = await verifyReport(readFileSync(file, 'utf8'), verifySignature);
  if (problem === null) console.log(lines.join('\n'));
  else throw new Error(problem);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
