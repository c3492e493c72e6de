import { SHARED_MAX, type ShareTrouble } from '../../shared/shared-files.ts';
import { megabytesText } from './chosen-file.ts';

const TITLE = 'The shared file was not taken';

const TEXTS: Readonly<Record<ShareTrouble | 'gone', string>> = {
  none: 'What was shared holds no file. Please choose a ZIP file here.',
  several: 'Please share one ZIP file at a time.',
  'no-zip': 'It is no ZIP file.',
  'too-large': `It is larger than ${megabytesText(SHARED_MAX.bytes)}.`,
  'not-kept': 'This device could not keep it. Please choose it here.',
  gone: 'It was taken before, or shared more than a day ago. Please share it again or choose it here.',
};

/** @returns what a person reads who shared a file in vain */
export function shareTroubleText(trouble: ShareTrouble | 'gone'): {
  title: string;
  message: string;
} {
  return { title: TITLE, message: TEXTS[trouble] };
}
