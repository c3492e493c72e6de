import { notify } from '../shared/notices.ts';

/**
 * Copies a text. Browsers let pages copy in secure contexts only: elsewhere there is no clipboard, and that is said.
 *
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    notify({
      severity: 'error',
      title: 'This browser does not let the page copy',
      message: 'Select the text and copy it by the keyboard, or open the console by https.',
    });
    return false;
  }
}
