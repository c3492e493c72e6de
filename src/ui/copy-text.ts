import { notify } from '../console/notices.ts';

/**
 * Copies a text. Browsers let pages copy in secure contexts only: elsewhere there is no clipboard, and that is said.
 *
 * @param copied said once it is; left out: nothing is said
 * @returns whether it was copied
 */
export async function copyText(text: string, copied?: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    if (copied !== undefined) notify({ severity: 'success', title: copied });
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
