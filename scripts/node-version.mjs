/** The oldest Node on which every dependency says that it runs; `engines` in package.json says the same. */
const NODE_FLOOR = { major: 20, minor: 19 };

/**
 * @param {string} version as in `process.versions.node`
 * @returns {string | undefined} the error message, or undefined when this Node is new enough
 */
export function nodeVersionError(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const { major: least, minor: leastMinor } = NODE_FLOOR;
  if (major > least || (major === least && minor >= leastMinor)) return undefined;
  return `This is Node ${version}, and ${least}.${leastMinor} or newer is needed. Get one from https://nodejs.org, then start again.`;
}
