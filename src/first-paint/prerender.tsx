import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { createConsoleRouter } from '../router.tsx';
import { HOME } from '../routes/-redirect.ts';
import { VerifyingLine } from '../ui/verifying/verifying-line.tsx';
import { lastKnownTemplates } from './last-known-templates.tsx';

/**
 * The first paint of a page, made once at build time from the page's own components in the state in which
 * nothing is known yet. Not part of what a browser loads.
 *
 * @param path of a screen
 * @param isGuarded whether it is behind the sign-in, whose check is told while it runs
 */
export async function renderPage(path: string, isGuarded: boolean): Promise<string> {
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [path] }));
  router.update({ ...router.options, scrollRestoration: false });
  await router.load();
  const page = (
    <>
      <RouterProvider router={router} />
      {isGuarded ? <VerifyingLine /> : null}
    </>
  );
  // A page names itself as it is drawn; the shell shows that name from the second time on.
  renderToStaticMarkup(page);
  return renderToStaticMarkup(page);
}

/** @returns what the page fills with last-known data before it is painted, as markup; empty where it does not */
export function renderTemplates(path: string): string {
  return path === HOME ? lastKnownTemplates() : '';
}
