import type { Connection } from '../../contract/shapes/mesh.ts';

/** @returns the platforms that run this product: bundles and proofs are for them alone */
export const meshNodesOf = (platforms: readonly Connection[]): Connection[] =>
  platforms.filter(isMeshNode);

const isMeshNode = ({ kind = 'mesh' }: Connection) => kind === 'mesh';

/** @returns why some platforms are not offered; '' when all are */
export function othersNote(platforms: readonly Connection[]): string {
  const [first, ...more] = platforms.filter((one) => !isMeshNode(one));
  if (first === undefined) return '';
  const others =
    more.length === 0
      ? `${first.name} is no mesh node`
      : `${more.length + 1} platforms are no mesh nodes`;
  return `${others}: bundles and proofs are for those alone.`;
}
