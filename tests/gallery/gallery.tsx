import { Anchor, Button, Tooltip } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ColorSchemeButton } from '../../src/ui/theme/color-scheme-button.tsx';
import { UiProvider } from '../../src/ui/theme/ui-provider.tsx';
import type { StorySet } from '../ui/story.ts';
import '../../src/ui/theme/console-styles.css';
import '../../src/ui/theme/late-styles.css';
import styles from './gallery.module.css';

const files = import.meta.glob<StorySet>(
  ['../../src/ui/**/*.stories.tsx', '../../src/features/**/*.stories.tsx'],
  {
    eager: true,
    import: 'stories',
  },
);

/** Every component that has stories, by title. */
export const storySets: readonly StorySet[] = Object.values(files).sort((a, b) =>
  a.title.localeCompare(b.title),
);

/** Where a set, and of one that takes the page the story too, stands in the address. */
const SET = 'set';
const STORY = 'story';

/** All components by name, the chosen one in each of its states. */
export function Gallery() {
  const [search, setSearch] = useState(() => new URLSearchParams(location.search));
  const chosen = storySets.find(({ title }) => title === search.get(SET)) ?? storySets[0];
  const story = search.get(STORY);

  function show(next: Record<string, string>): void {
    const params = new URLSearchParams(next);
    history.replaceState(null, '', `?${params}`);
    setSearch(params);
  }

  if (!chosen) return <p>There are no stories.</p>;
  if (story !== null) {
    return (
      <>
        {chosen.stories[story]?.()}
        <Button className={styles.back} onClick={() => show({ [SET]: chosen.title })}>
          Back to the gallery
        </Button>
      </>
    );
  }
  return (
    <div className={styles.gallery}>
      <nav aria-label="Components" className={styles.nav}>
        <ColorSchemeButton />
        {storySets.map(({ title }) => (
          <Button
            key={title}
            variant={title === chosen.title ? 'filled' : 'subtle'}
            aria-current={title === chosen.title}
            onClick={() => show({ [SET]: title })}
          >
            {title}
          </Button>
        ))}
      </nav>
      <main className={styles.main}>
        <h1>{chosen.title}</h1>
        {chosen.alone ? <Links set={chosen} /> : <Stories set={chosen} />}
      </main>
    </div>
  );
}

/** Every state of a component, one below the other. */
export function Stories({ set }: { set: StorySet }) {
  return Object.entries(set.stories).map(([name, draw]) => (
    <section key={name} aria-label={name} className={styles.story}>
      <p className={styles.name}>{name}</p>
      <div className={styles.stage}>{draw()}</div>
    </section>
  ));
}

/** Of what takes the whole page: a way to each state. */
function Links({ set }: { set: StorySet }) {
  return Object.keys(set.stories).map((name) => (
    <p key={name}>
      <Anchor href={`?${new URLSearchParams({ [SET]: set.title, [STORY]: name })}`}>{name}</Anchor>
    </p>
  ));
}

/**
 * What components expect around them: a router whose links lead nowhere, the theme, and the one group of
 * tooltips.
 */
export function Frame({ children }: { children: ReactNode }) {
  const [router] = useState(() => {
    const component = () => (
      <UiProvider>
        <Tooltip.Group>{children}</Tooltip.Group>
      </UiProvider>
    );
    return createRouter({
      routeTree: createRootRoute({ component, notFoundComponent: component }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    });
  });
  return <RouterProvider router={router as never} />;
}
