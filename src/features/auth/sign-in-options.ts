import { PATHS } from '../../../contract/paths.ts';
import type { SignInOptions } from '../../../contract/shapes/people.ts';
import { firstPaint } from '../../client/first-paint.ts';

/**
 * What this server offers beside name and password. Asked once the page is painted, without the data worker, which
 * nobody may need.
 *
 * @returns undefined: it does not say, as servers without this call
 */
export async function readSignInOptions(): Promise<SignInOptions | undefined> {
  await firstPaint;
  try {
    const response = await fetch(PATHS.signInOptions, { cache: 'no-store' });
    const options: unknown = await response.json();
    return response.ok && isOptions(options) ? options : undefined;
  } catch {
    return undefined;
  }
}

const isOptions = (value: unknown): value is SignInOptions =>
  typeof value === 'object' && value !== null && 'registration' in value;
