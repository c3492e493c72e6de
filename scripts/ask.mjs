import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * @param {string} question
 * @returns what is typed on the terminal, which does not show it
 */
export async function ask(question) {
  process.stderr.write(question);
  // Readline echoes to its output, so that goes nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  terminal.once('SIGINT', () => process.exit(130));
  const typed = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return typed;
}
