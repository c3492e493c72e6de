import { ownBuild } from '../../product.ts';
import { servedBuild } from './served-build.ts';

/** Whether the server itself, past everything that this device keeps, has the build of this page. */
export async function askServer(): Promise<'same' | 'another' | 'unreachable'> {
  const build = await servedBuild();
  if (build === undefined) return 'unreachable';
  return build === ownBuild() ? 'same' : 'another';
}
