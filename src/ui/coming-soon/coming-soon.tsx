import { IconTools } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Empty } from '../empty/empty.tsx';
import { Panel } from '../panel/panel.tsx';

interface ComingSoonProps {
  title: string;
  /** What is coming. */
  text: string;
  /** What is there instead until then. */
  hint: ReactNode;
}

/** Says plainly what a page does not have yet. */
export function ComingSoon({ title, text, hint }: ComingSoonProps) {
  return (
    <Panel title={title}>
      <Empty text={text} hint={hint} icon={<IconTools aria-hidden="true" />} />
    </Panel>
  );
}
