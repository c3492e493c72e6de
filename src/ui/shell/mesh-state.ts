import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { Tone } from '../tone/tone.ts';

export interface MeshState {
  /** For the header's badge. */
  word: string;
  tone: Tone;
  /** The same in a sentence. */
  sentence: string;
}

/**
 * What the header may say of the mesh. 'Mesh Active' needs fresh proof of at least one platform that answers;
 * whatever is older is not known.
 *
 * @param age of the connections; pass 'unknown' while this screen has no live link
 */
export function meshState(
  connections: readonly Connection[] | undefined,
  age: 'fresh' | 'stale' | 'unknown',
): MeshState {
  if (!connections || age !== 'fresh') return unknown('This screen has no fresh news of them.');
  if (connections.length === 0) return unknown('This server names none.');
  const answering = connections.filter(
    ({ status }) => status === 'connected' || status === 'warning',
  );
  const sentence = `${answering.length} of ${connections.length} platforms answer.`;
  if (answering.length === 0) return { word: 'Mesh down', tone: 'bad', sentence };
  return { word: 'Mesh Active', tone: 'good', sentence };
}

function unknown(sentence: string): MeshState {
  return { word: 'Mesh unknown', tone: 'neutral', sentence };
}
