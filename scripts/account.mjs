import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { register } from 'tsx/esm/api';
import { ask } from './ask.mjs';

/** `npm run account`: accounts, for whoever has the machine. See docs/operations/accounts.md. */
register();
const { readConfig } = await load('config/config.ts');
const { runAccountCommand } = await load('commands/account-command.ts');
try {
  const place = readConfig(process.env, process.cwd());
  const deps = { place, product: place.mesh.product, now: Date.now, readPassword };
  const systemUser = userInfo().username;
  console.log(await runAccountCommand(process.argv.slice(2), { ...deps, systemUser }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @returns what is typed on the terminal, twice, or the one line of standard input */
async function readPassword() {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const password = await ask('Password: ');
  if (password !== (await ask('The same again: '))) throw new Error('The two are different.');
  return password;
}

/** @param {string} file of the server */
function load(file) {
  return import(new URL(`../server/${file}`, import.meta.url).href);
}
