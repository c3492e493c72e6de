/**
 * The field `compliance` of the mesh health. The specification names it and no more, so it may be a string, a list,
 * a boolean, or an object of these.
 *
 * @returns the texts to show; empty when nothing can be said
 */
export function complianceLabels(compliance: unknown): readonly string[] {
  if (typeof compliance === 'string') return compliance === '' ? [] : [compliance];
  if (typeof compliance === 'number') return [String(compliance)];
  if (typeof compliance === 'boolean') return [compliance ? 'Compliant' : 'Not compliant'];
  if (Array.isArray(compliance)) return compliance.flatMap(complianceLabels);
  if (compliance === null || typeof compliance !== 'object') return [];
  return Object.entries(compliance).flatMap(([name, value]) => {
    const labels = complianceLabels(value);
    return labels.length === 0 ? [] : [`${name}: ${labels.join(', ')}`];
  });
}
