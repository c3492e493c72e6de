/** Every rule that an archive can break. Tests go through this list, so that none is without one. */
export const RULES = [
  'truncated',
  'trailing-bytes',
  'prefix-bytes',
  'hidden-bytes',
  'ambiguous-end',
  'multi-disk',
  'zip64',
  'central-directory',
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
  /** A sentence for the operator. */
  readonly message: string;
}

/** Thrown where nothing after it can be judged any more; `inspect.ts` turns it into a finding. */
export class BrokenRule extends Error {
  override readonly name = 'BrokenRule';

  constructor(
    readonly rule: Rule,
    readonly entry: string | null,
    message: string,
  ) {
    super(message);
  }
}
