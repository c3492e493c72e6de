import { PATHS } from '../../../contract/paths.ts';
import type { SignInOptions } from '../../../contract/shapes/people.ts';
import { firstPaint } from '../../client/first-paint.ts';
import { messageOf } from '../../shared/outcome.ts';

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
    const text = await response.text();
    if (response.status === 503) return { trouble: messageOf({ text }) };
    const options: unknown = JSON.parse(text);
    return response.ok && isOptions(options) ? { options } : {};
  } catch {
    return {};
  }
}

export const readSignInOptions = async () => (await askSignInOptions()).options;

const isOptions = (value: unknown): value is SignInOptions =>
  typeof value === 'object' && value !== null && 'registration' in value;
