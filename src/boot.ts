import { breath } from './breath.ts';
import { accountName, hasMarker } from './link/markers.ts';
import { pressAgain } from './pressed.ts';
import { keepTyped } from './typed.ts';
import './ui/theme.css';

/**
 * The first script of every page, small enough to run while the others are on their way: for somebody who is
 * signed in the data worker starts, and asks, before there is a React to show the answers.
 */
const PUBLIC_PATHS = ['/login', '/signup'];

async function boot(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const typed = keepTyped(root);
  const opened = isForOperator() ? openEarly() : undefined;
  const { start } = await import('./main.tsx');
  await breath();
  await start(root, opened, () => {
    typed.giveBack(root);
    pressAgain(root);
  });
}

function isForOperator(): boolean {
  return hasMarker() && !PUBLIC_PATHS.includes(location.pathname);
}

async function openEarly(): Promise<() => () => void> {
  const { startEarly } = await import('./link/early-start.ts');
  return startEarly(accountName(), location.pathname);
}

boot().catch(reportError);
