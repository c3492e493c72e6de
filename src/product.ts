/** The names of this installation. They come with the page (`index.html`) and are spelled nowhere in the code. */

/** @returns the product's name, such as it stands in mesh.config.json */
export function productName(): string {
  return fact('application-name');
}

/** @returns the address of the mesh's parent platform site */
export function parentSite(): string {
  return fact('parent-site');
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
