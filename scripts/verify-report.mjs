import { readFileSync } from 'node:fs';
import { register } from 'tsx/esm/api';

/** `npm run verify-report -- FILE`: says whether a report of uptime is whole and by whom it is witnessed, or what was changed. Needs no node. */
register();
const { verifyReport } = await import(new URL('../proofs/report.ts', import.meta.url).href);
const { verifySignature } = await import(
  new URL('../server/mesh/keys/detached.ts', import.meta.url).href
);

try {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0)
    throw new Error('Usage: npm run verify-report -- FILE');
  const { problem, lines } = await verifyReport(read(file), verifySignature);
  if (problem === null) console.log(lines.join('\n'));
  else throw new Error(problem);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(
      `${file} cannot be read (${/** @type {NodeJS.ErrnoException} */ (error).code}).`,
    );
  }
}
