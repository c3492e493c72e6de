/**
 * The field `compliance` of the mesh health. The specification names it and no more, so it may be a word,
 * a list of words, a yes or no, or an object of such.
 *
 * @returns the words to show; empty when nothing can be said
 */
export function complianceWords(compliance: unknown): readonly string[] {
  if (typeof compliance === 'string') return compliance === '' ? [] : [compliance];
  if (typeof compliance === 'number') return [String(compliance)];
  if (typeof compliance === 'boolean') return [compliance ? 'Compliant' : 'Not compliant'];
  if (Array.isArray(compliance)) return compliance.flatMap(complianceWords);
  if (compliance === null || typeof compliance !== 'object') return [];
  return Object.entries(compliance).flatMap(([name, value]) => {
    const words = complianceWords(value);
    return words.length === 0 ? [] : [`${name}: ${words.join(', ')}`];
  });
}
