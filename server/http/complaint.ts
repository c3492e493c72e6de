import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Names of fields are the sender's words: shown shortened. */
const NAME_MAX = 40;

/** @returns one sentence that says what is wrong with what was sent, without repeating its values */
export function complaintOf(issues: readonly Issue[]): string {
  const [first] = issues;
  if (first === undefined) return 'The request is not valid.';
  const where = first.path.length === 0 ? 'The request' : first.path.map(String).join('.');
  return `${where} ${whatIsWrong(first)}.`;
}

function whatIsWrong(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.path.length > 0
        ? 'is missing'
        : `must be ${article(issue.expected)}`;
    case 'too_small':
      return `must ${size(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `must ${size(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return `is not a valid ${issue.format}`;
    case 'unrecognized_keys':
      return `has a field that was not asked for (${short(issue.keys.join(', '))})`;
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
