import { readFile } from 'node:fs/promises';
import { ArchiveError } from './archive-error.ts';

/** @returns what was typed, unseen */
export type AskPassphrase = (question: string) => Promise<string>;

interface PassphraseSources {
  readonly passphraseFile: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** Null: there is no terminal. */
  readonly ask: AskPassphrase | null;
  /** It is a new one: ask twice. */
  readonly repeat: boolean;
}

const VARIABLE = 'MERIDIAN_BACKUP_PASSPHRASE';
const MIN_LENGTH = 8;

/** @returns null if none is given. @throws ArchiveError */
export async function readPassphrase(sources: PassphraseSources): Promise<string | null> {
  const given = await findPassphrase(sources);
  if (given === '') return null;
  if (sources.repeat && given.length < MIN_LENGTH)
    throw new ArchiveError(
      `The passphrase is too short: it needs ${MIN_LENGTH} characters or more.`,
    );
  return given;
}

async function findPassphrase(sources: PassphraseSources): Promise<string> {
  const { passphraseFile, environment, ask, repeat } = sources;
  if (passphraseFile !== undefined) return readPassphraseFile(passphraseFile);
  const variable = environment[VARIABLE];
  if (variable) return variable;
  if (ask === null) return '';
  const typed = await ask(repeat ? 'Passphrase (empty: not encrypted): ' : 'Passphrase: ');
  if (repeat && typed !== '' && typed !== (await ask('The same again: ')))
    throw new ArchiveError('The two are different.');
  return typed;
}

async function readPassphraseFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveError(`--passphrase-file: ${path} cannot be read (${error.code}).`);
  });
  const [line = ''] = text.split(/\r?\n/);
  if (line === '') throw new ArchiveError(`--passphrase-file: the first line of ${path} is empty.`);
  return line;
}
