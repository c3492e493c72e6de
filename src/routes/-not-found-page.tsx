import { useLocation } from '@tanstack/react-router';
import { NotFound } from '../ui/not-found/not-found.tsx';
import { usePage } from './-page-title.ts';

/** For every address that no screen has. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  usePage('404 Page Not Found', 'There is no page at this address.');
  return <NotFound path={pathname} />;
}
