import type { Page } from 'playwright-core';

/**
 * Drags a file from outside of the browser over the page's drop area and lets it go there.
 *
 * @param path of the file
 */
export async function dropFile(page: Page, path: string): Promise<void> {
  const input = await page.evaluateHandle(() =>
    Object.assign(document.createElement('input'), { type: 'file' }),
  );
  // By its path: the bytes of a large one would take seconds to be handed over as text.
  await input.setInputFiles(path);
  const transfer = await input.evaluateHandle(({ files }) => {
    const data = new DataTransfer();
    for (const file of files ?? []) data.items.add(file);
    return data;
  });
  const area = page.getByText('Drop a ZIP file here');
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await area.dispatchEvent(type, { dataTransfer: transfer });
  }
  await transfer.dispose();
  await input.dispose();
}
