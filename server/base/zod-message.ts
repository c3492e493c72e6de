import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Names of unknown fields come from the sender and are shortened. */
const NAME_MAX = 40;

/** Zod's message when the schema has none of its own. */
const ZOD_DEFAULT_MESSAGE = 'Invalid input';

/**
 * @param issues of a parse with `reportInput`; without it a value of the wrong type would read as missing
 * @param whole what to call the value itself
 * @returns one sentence about the first issue; it never repeats the values that were sent
 */
export function formatIssue(issues: readonly Issue[], whole = 'The request'): string {
  const [first] = issues;
  if (first === undefined) return `${whole} is not valid.`;
  const subject = first.path.length === 0 ? whole : first.path.map(String).join('.');
  return `${subject} ${predicateOf(first)}.`;
}

function predicateOf(issue: Issue): string {
  if (issue.message !== ZOD_DEFAULT_MESSAGE) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.path.length > 0
        ? 'is missing'
        : `must be ${article(issue.expected)}`;
    case 'too_small':
      if (issue.minimum === 1 && unit(issue.origin) !== '') return 'must not be empty';
      return `must ${size(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `must ${size(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return `is not a valid ${issue.format}`;
    case 'unrecognized_keys':
      return `has an unknown field (${short(issue.keys.join(', '))})`;
    default:
      return 'is not valid';
  }
}

const article = (type: string) => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);
const size = (origin: string) => (origin === 'string' || origin === 'array' ? 'have' : 'be');
const short = (text: string) => (text.length > NAME_MAX ? `${text.slice(0, NAME_MAX)}…` : text);

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
