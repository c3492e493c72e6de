import type { Page } from 'playwright-core';

interface DroppedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Drags a file from outside of the browser over the page's drop area and lets it go there. */
export async function dropFile(page: Page, file: DroppedFile): Promise<void> {
  const transfer = await page.evaluateHandle(
    async ({ name, mimeType, base64 }) => {
      const binary = atob(base64);
      const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type: mimeType }));
      return data;
    },
    { name: file.name, mimeType: file.mimeType, base64: file.buffer.toString('base64') },
  );
  const area = page.getByText('Drop a ZIP file here');
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await area.dispatchEvent(type, { dataTransfer: transfer });
  }
  await transfer.dispose();
}
