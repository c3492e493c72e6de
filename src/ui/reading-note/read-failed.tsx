import { IconPlugConnectedX } from '@tabler/icons-react';
import { Empty } from '../empty/empty.tsx';

interface ReadFailedProps {
  /** What could not be read, as a sentence. */
  text: string;
  /** `"<status>: <text>"`. */
  detail: string | undefined;
}

/** What a panel shows when its read failed and there is nothing older to show. */
export function ReadFailed({ text, detail }: ReadFailedProps) {
  return (
    <div role="alert">
      <Empty text={text} hint={detail} icon={<IconPlugConnectedX aria-hidden="true" />} />
    </div>
  );
}
