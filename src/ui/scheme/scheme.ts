/**
 * The colour scheme: the system's, or the one that was chosen on this device. Set on <html>, where the tokens
 * of theme.css and Mantine both read it; index.html does the same before the first paint.
 */
export type SchemeChoice = 'auto' | 'light' | 'dark';
export type Scheme = 'light' | 'dark';

/** Mantine's own name for it, so that both agree whoever writes it. */
const STORAGE_KEY = 'mantine-color-scheme-value';

/** The pages' ground in each scheme (--surface-0), for the browser's own bars. */
const GROUND: Record<Scheme, string> = { dark: '#0a111d', light: '#f2f5f9' };

const systemLight = matchMedia('(prefers-color-scheme: light)');
const listeners = new Set<() => void>();
let choice: SchemeChoice = stored();

systemLight.addEventListener('change', apply);
window.addEventListener('storage', (event) => {
  if (event.key !== STORAGE_KEY) return;
  choice = stored();
  apply();
});

/** Chooses for this device; `auto` follows the system. */
export function chooseScheme(next: SchemeChoice): void {
  choice = next;
  keep(next);
  apply();
}

export function schemeChoice(): SchemeChoice {
  return choice;
}

/** @returns what is on the screen now */
export function shownScheme(): Scheme {
  if (choice !== 'auto') return choice;
  return systemLight.matches ? 'light' : 'dark';
}

/** @returns the undo */
export function onSchemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function apply(): void {
  document.documentElement.dataset.mantineColorScheme = shownScheme();
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    bar.content = choice === 'auto' ? GROUND[barScheme(bar)] : GROUND[choice];
  }
  for (const listener of listeners) listener();
}

function barScheme(bar: HTMLMetaElement): Scheme {
  return bar.media.includes('light') ? 'light' : 'dark';
}

function stored(): SchemeChoice {
  try {
    const value = localStorage.getItem(STORAGE_KEY);
    return value === 'light' || value === 'dark' ? value : 'auto';
  } catch (error) {
    return storageRefused(error);
  }
}

function keep(next: SchemeChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch (error) {
    storageRefused(error);
  }
}

/** Storage may be switched off; then the choice lasts as long as the page. Anything else is a bug. */
function storageRefused(error: unknown): SchemeChoice {
  if (error instanceof DOMException) return 'auto';
  throw error;
}
