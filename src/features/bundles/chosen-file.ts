import { notify } from '../../console/notices.ts';

const MEGABYTE = 1024 * 1024;

/**
 * What counts as a ZIP when it is dropped (specification section 5): a zip content type or a .zip name.
 * While a file is dragged the browser gives no name and often no type: then it counts as allowed.
 */
export function isZip(file: { readonly type: string; readonly name?: string }): boolean {
  if (file.name === undefined && file.type === '') return true;
  return /zip/i.test(file.type) || /\.zip$/i.test(file.name ?? '');
}

/** @returns the size in MB, always with two decimals: '1.50 MB'. */
export function megabytesText(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(2)} MB`;
}

/** A form that was sent without a file. */
export function notifyNoFile(): void {
  notify({
    title: 'No file selected',
    message: 'Please select a ZIP file to upload',
    severity: 'error',
  });
}

/** Something else than a ZIP was chosen or dropped. */
export function notifyInvalidFile(): void {
  notify({ title: 'Invalid file', message: 'Please select a ZIP file', severity: 'error' });
}
