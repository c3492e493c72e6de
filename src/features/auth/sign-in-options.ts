import { PATHS } from '../../../contract/paths.ts';
import type { SignInOptions } from '../../../contract/shapes/people.ts';
import { firstPaint } from '../../device/first-paint.ts';

export interface OptionsAnswer {
  /** undefined: the server does not say, as servers without this call. */
  readonly options?: SignInOptions | undefined;
  /** Why it serves nobody at the moment, as its own sentence. */
  readonly trouble?: string | undefined;
}

/**
 * What this server offers beside name and password. Asked once the page is painted, without the data worker, which
 * nobody may need.
 */
export async function askSignInOptions(): Promise<OptionsAnswer> {
  await firstPaint;
  try {
    const response = await fetch(PATHS.signInOptions, { cache: 'no-store' });
    const answer: unknown = await response.json();
    if (response.status === 503) return { trouble: (answer as { message?: string }).message };
    return response.ok && isOptions(answer) ? { options: answer } : {};
  } catch {
    return {};
  }
}

export const readSignInOptions = async () => (await askSignInOptions()).options;

const isOptions = (value: unknown): value is SignInOptions =>
  typeof value === 'object' && value !== null && 'registration' in value;
