/** Every rule that an archive can break; a test checks that each has a test case. */
export const RULES = [
  'truncated',
  'trailing-bytes',
  'prefix-bytes',
  'hidden-bytes',
  'ambiguous-end',
  'multi-disk',
  'zip64',
  'central-directory',
  'empty',
  'entry-count',
  'total-size',
  'ratio',
  'nesting',
  'name-empty',
  'name-encoding',
  'name-length',
  'control-character',
  'backslash',
  'drive-path',
  'unc-path',
  'absolute-path',
  'traversal',
  'path-depth',
  'duplicate-name',
  'link',
  'device',
  'folder-with-content',
  'encrypted',
  'method',
  'local-header',
  'data-descriptor',
  'overlap',
  'damaged-data',
  'size-mismatch',
  'crc-mismatch',
  'inspection',
] as const;
export type Rule = (typeof RULES)[number];

/** One reason why an archive is refused. */
export interface Problem {
  readonly rule: Rule;
  /** The entry that broke it; `outer.zip > inner` inside a nested archive; null: the archive itself. */
  readonly entry: string | null;
  /** A sentence for the operator that names the entry. */
  readonly message: string;
}

/** A problem before its place among nested archives is known. */
export interface Finding {
  readonly rule: Rule;
  readonly entry: string | null;
  /** Completes a sentence that starts with the entry's name, without its full stop. */
  readonly problem: string;
}

/** Thrown where the inspection cannot go on; `inspect.ts` makes a problem of it. */
export class BrokenRule extends Error implements Finding {
  override readonly name = 'BrokenRule';

  constructor(
    readonly rule: Rule,
    readonly entry: string | null,
    readonly problem: string,
  ) {
    super(`${entry ?? 'the archive'} ${problem}`);
  }
}

/** @param archivePath of an archive inside another: the names that lead to it */
export function problemOf({ rule, entry, problem }: Finding, archivePath: string | null): Problem {
  const path = entry === null ? archivePath : entryPath(archivePath, entry);
  const subject = path === '' ? 'An entry' : (path ?? 'The archive');
  return { rule, entry: path, message: `${subject} ${problem}.` };
}

export const entryPath = (archivePath: string | null, name: string): string =>
  archivePath === null ? name : `${archivePath} > ${name}`;

/** @returns the problem to be put behind a colon: `the archive is encrypted` */
export function problemText({ message }: Pick<Problem, 'message'>): string {
  return message.replace(/^The /, 'the ').replace(/\.$/, '');
}
