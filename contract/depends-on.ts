/** A platform, with what it depends on. */
interface Dependent {
  readonly id: string;
  /** Ids. */
  readonly dependsOn?: readonly string[] | undefined;
}

/**
 * @param all of the mesh; this one may be among them
 * @returns why a platform cannot depend on what it names, as a sentence; undefined: it can
 */
export function dependsOnProblem(
  { id, dependsOn = [] }: Dependent,
  all: readonly Dependent[],
): string | undefined {
  const known = new Map(all.map((one) => [one.id, one.dependsOn ?? []]));
  for (const cause of dependsOn) {
    if (cause !== id && !known.has(cause))
      return `dependsOn has ${cause}, which is not in this mesh.`;
    const behind = new Set([cause]);
    for (const one of behind) for (const next of known.get(one) ?? []) behind.add(next);
    if (behind.has(id)) return `dependsOn goes in a circle by way of ${cause}.`;
  }
  return undefined;
}
