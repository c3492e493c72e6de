import { build } from 'vite';

/**
 * A module with all that it imports as the text of one script element, which the page's policy allows by its
 * digest.
 *
 * @param {string} root
 * @param {string} entry from the root
 * @returns {Promise<string>}
 * @throws when it needs another file, or HTML would not end its element where the text ends
 */
export async function inlineScript(root, entry) {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: `${root}/${entry}`, output: { format: 'iife' } },
    },
  });
  const [output] = [built].flat();
  const chunks = output && 'output' in output ? output.output : [];
  const [chunk, ...others] = chunks;
  if (chunk?.type !== 'chunk' || others.length > 0)
    throw new Error(`${entry} is more than one script`);
  const code = chunk.code.trim();
  if (/<(?:\/script|!--)/i.test(code)) throw new Error(`${entry}: HTML reads its text another way`);
  return code;
}
