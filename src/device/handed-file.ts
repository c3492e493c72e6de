import { newId } from '../shared/new-id.ts';

/** A file that this page already has, on its way to the upload dialog, which loads late. */
const handed = new Map<string, File>();

/** @returns under which id the dialog takes the file; one handed over before is dropped */
export function handOver(file: File): string {
  const id = newId();
  handed.clear();
  handed.set(id, file);
  return id;
}

/** @returns undefined when nothing was handed over under this id, or it was taken before */
export function takeHanded(id: string): File | undefined {
  const file = handed.get(id);
  handed.delete(id);
  return file;
}
