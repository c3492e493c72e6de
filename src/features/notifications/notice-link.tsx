import { Anchor } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

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
