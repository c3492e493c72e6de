import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { CONSOLE_PAGE } from '../../contract/pages.ts';
import { AuthLayout } from '../features/auth/auth-layout.tsx';
import { loginPage, signupPage } from '../features/auth/auth-pages.ts';
import { SignInCard } from '../features/auth/sign-in-card.tsx';
import { SignInWays } from '../features/auth/sign-in-ways.tsx';
import { SignUpForm } from '../features/auth/sign-up-form.tsx';
import type { SignIn } from '../features/auth/use-sign-in.ts';
import { landingMeta } from '../features/landing/copy.ts';
import { Landing } from '../features/landing/landing.tsx';
import { UiProvider } from '../ui/theme/ui-provider.tsx';

const LINKS = 5;
const CARDS = 4;

/**
 * The first paint of every screen behind the sign-in: header, sidebar and empty cards, without data or script.
 * Its measures are those of the shell (`features/shell`), so that nothing jumps when React replaces it.
 */
function ConsoleFrame({ product }: { product: string }) {
  return (
    <div className="frame">
      <div className="frame-side" aria-hidden="true">
        <strong className="frame-brand">{product}</strong>
        {Array.from({ length: LINKS }, (_, index) => (
          <span key={String(index)} className="frame-link" />
        ))}
      </div>
      <div className="frame-header" aria-hidden="true">
        <span className="frame-title" />
      </div>
      <main className="frame-main">
        <p role="status">Verifying sovereign access...</p>
        <div className="frame-cards" aria-hidden="true">
          {Array.from({ length: CARDS }, (_, index) => (
            <span key={String(index)} className="frame-card" />
          ))}
        </div>
      </main>
    </div>
  );
}

/**
 * The first paint of the pages, rendered once at build time (`scripts/prerender.mjs`) from the components of the
 * public pages, which need no data, and from the console's frame. No browser loads this module.
 */
interface PrerenderedPage {
  readonly title: string;
  readonly description: string;
  readonly markup: string;
}

interface PageInfo {
  readonly product: string;
  readonly parentSite: string;
  readonly version: string;
  readonly build: string;
  /** Of style elements under the content security policy. */
  readonly nonce: string;
}

const CONSOLE_META = {
  title: 'Console',
  description: 'Live state of the mesh: connections, bundles, handshakes and what just happened.',
};

/** @returns the pages by the name of their file */
export async function prerenderPages(info: PageInfo): Promise<Record<string, PrerenderedPage>> {
  const { product, parentSite, version, build, nonce } = info;
  const own = { product, version, build };
  const form = { busy: false, onSubmit: doNothing };
  const [login, signup] = [loginPage(product), signupPage(product)];
  const pages = {
    'page-landing.html': [
      landingMeta(product),
      <Landing key="page" product={product} parentSite={parentSite} version={version} />,
    ],
    'page-login.html': [
      login,
      <AuthLayout
        key="page"
        page={login}
        {...own}
        below={<SignInWays signIn={NO_SIGN_IN} next="" />}
      >
        <SignInCard signIn={NO_SIGN_IN} />
      </AuthLayout>,
    ],
    'page-signup.html': [
      signup,
      <AuthLayout key="page" page={signup} {...own}>
        <SignUpForm {...form} onMismatch={doNothing} />
      </AuthLayout>,
    ],
    [CONSOLE_PAGE]: [CONSOLE_META, <ConsoleFrame key="page" product={product} />],
  } as const;
  const rendered = Object.entries(pages).map(async ([file, [meta, page]]) => {
    const { title, description } = meta;
    const markup = asInert(await render(page, nonce));
    return [file, { title: `${title} · ${product}`, description, markup }] as const;
  });
  return Object.fromEntries(await Promise.all(rendered));
}

/** Links of the router need one around them. */
async function render(page: ReactElement, nonce: string): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => page }),
    history: createMemoryHistory(),
  });
  await router.load();
  return renderToStaticMarkup(
    <UiProvider styleNonce={() => nonce}>
      <RouterProvider router={router} />
    </UiProvider>,
  );
}

/** What is typed before React replaces the form would be lost: until then nothing can be typed. */
const asInert = (markup: string) => markup.replaceAll('<form ', '<form inert="" ');

const doNothing = () => undefined;
const notYet = async () => undefined;

const NO_SIGN_IN: SignIn = {
  busy: false,
  problem: undefined,
  factors: undefined,
  submit: notYet,
  byPasskey: notYet,
  sendFactor: notYet,
  back: doNothing,
};
