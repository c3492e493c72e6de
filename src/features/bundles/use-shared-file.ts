import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../console/notices.ts';
import { takeShared } from '../../device/shared-file.ts';
import type { OverlaySearch } from '../../domain/overlay-search.ts';
import { SHARED_MAX, type ShareTrouble } from '../../shared/shared-files.ts';
import { megabytesText } from './chosen-file.ts';

/**
 * Takes the file that the address names, and the name out of the address: there is nothing to take twice.
 *
 * @returns the file that came last
 */
export function useSharedFile(): File | undefined {
  const { shared } = useSearch({ strict: false }) as OverlaySearch;
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const taken = useRef<string>(undefined);
  useEffect(() => {
    if (shared === undefined || taken.current === shared) return;
    taken.current = shared;
    void takeShared(shared).then((came) => {
      if (came.file) setFile(came.file);
      else notify({ ...shareTroubleText(came.trouble), severity: 'error' });
      return navigate({
        to: '.',
        search: (before: object) => ({ ...before, shared: undefined, show: 'upload' }),
        replace: true,
      } as never);
    });
  }, [shared, navigate]);
  return file;
}

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
