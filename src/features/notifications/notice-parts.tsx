import { Anchor } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { NoticeSeverity } from '../../console/notices.ts';

interface NoticeLinkProps {
  link: { readonly label: string; readonly to: string };
  onFollow: () => void;
}

/** Leads to what a notice is about, without leaving the page. */
export function NoticeLink({ link, onFollow }: NoticeLinkProps) {
  const router = useRouter();
  function follow(event: MouseEvent): void {
    event.preventDefault();
    onFollow();
    router.history.push(link.to);
  }
  return (
    <Anchor href={link.to} size="sm" display="block" onClick={follow}>
      {link.label}
    </Anchor>
  );
}

/** How each severity of a notice looks, in a toast and in the bell's list. */
export const SEVERITY_LOOKS: Record<NoticeSeverity, { color: string; Icon: Icon; word: string }> = {
  info: { color: 'blue', Icon: IconInfoCircle, word: 'Info' },
  success: { color: 'green', Icon: IconCircleCheck, word: 'Success' },
  warning: { color: 'yellow', Icon: IconAlertTriangle, word: 'Warning' },
  error: { color: 'red', Icon: IconCircleX, word: 'Error' },
};
