/** @returns a priority as people read it: 'Standard'. One that is not known keeps its own letters */
export function priorityText(priority: string): string {
  return priority.charAt(0).toUpperCase() + priority.slice(1);
}
