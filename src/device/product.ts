import type { Connection } from '../../contract/shapes/mesh.ts';

/** The names of this installation. They come with the page (`index.html`) and are spelled nowhere in the code. */

/** @returns the product's name, such as it stands in mesh.config.json */
export function productName(): string {
  return fact('application-name');
}

/** @returns the address of the mesh's parent platform site */
export function parentSite(): string {
  return fact('parent-site');
}

/** @returns the platforms of mesh.config.json, unmeasured, for as long as the server has not said which there are */
export function configuredPlatforms(): readonly Connection[] {
  try {
    const platforms: unknown = JSON.parse(fact('platforms'));
    return Array.isArray(platforms) ? platforms.flatMap(unmeasured) : [];
  } catch {
    return [];
  }
}

function unmeasured(value: unknown): Connection[] {
  const { id, name, domain, simulated } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof domain !== 'string') return [];
  const platform = { id, name, domain, simulated: simulated === true };
  return [{ ...platform, status: 'unknown', latencyMs: null, lastSeen: null }];
}

/** @returns name of the build that this page is of; 'development' when it was not built */
export function ownBuild(): string {
  return fact('build');
}

/** @returns the product's version, such as '0.1.0' */
export function ownVersion(): string {
  return fact('version');
}

function fact(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
