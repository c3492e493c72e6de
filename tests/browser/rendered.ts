/**
 * What React rendered, by the hook that it has for its developer tools. Import this before anything of React: it looks
 * for the hook when it loads.
 */
interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

interface Root {
  readonly current: Fiber;
  readonly containerInfo: Element;
}

/** React's numbers of what has code of ours or of a library: functions, classes, forwardRef, memo. */
const COMPONENTS = new Set([0, 1, 11, 14, 15]);
const PERFORMED_WORK = 1;

/** Mounted at a moment. */
export interface Size {
  readonly instances: number;
  readonly nodes: number;
}

let onCommit: ((root: Root) => void) | undefined;

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    checkDCE: () => undefined,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_id: number, root: Root) => onCommit?.(root),
  },
});

/** Calls back after each commit of a page with what stands there now and with how many components it has rendered. */
export function watchCommits(listener: (size: Size, rendered: number) => void): void {
  onCommit = (root) => {
    // Before the page there is its router alone.
    if (!root.containerInfo.querySelector('main')) return;
    const nodes = root.containerInfo.querySelectorAll('*').length;
    listener({ instances: instancesIn(root.current), nodes }, renderedIn(root.current));
  };
}

const isComponent = ({ tag }: Fiber) => COMPONENTS.has(tag);

function instancesIn(fiber: Fiber): number {
  return sum(fiber, instancesIn) + Number(isComponent(fiber));
}

/** What React went past keeps its children as they are. */
function renderedIn(fiber: Fiber): number {
  if (fiber.alternate === null) return instancesIn(fiber);
  const below = fiber.child === fiber.alternate.child ? 0 : sum(fiber, renderedIn);
  return below + Number(isComponent(fiber) && (fiber.flags & PERFORMED_WORK) !== 0);
}

function sum(fiber: Fiber, of: (child: Fiber) => number): number {
  let total = 0;
  for (let child = fiber.child; child; child = child.sibling) total += of(child);
  return total;
}
