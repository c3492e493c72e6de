/** The names are those of the Prioritized Task Scheduling draft, which not every browser has. */
interface TaskScheduler {
  postTask(run: () => void, options: { priority: 'user-blocking' }): Promise<void>;
}

/**
 * Between two long pieces of work: whoever scrolls or types meanwhile is heard, and what changed is drawn. What the
 * browser does for a later visit, such as keeping the compiled scripts, comes after the work.
 */
export function breath(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: TaskScheduler };
  return (
    scheduler?.postTask(() => undefined, { priority: 'user-blocking' }) ??
    new Promise((resolve) => setTimeout(resolve))
  );
}
