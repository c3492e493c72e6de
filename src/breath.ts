/** Between two long pieces of work: whoever scrolls or types meanwhile is heard, and what changed is drawn. */
export function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
