import { setTimeout as delay } from 'node:timers/promises';
import { findMiniBrowser } from '../../scripts/browsers.mjs';
import { freePort } from '../../scripts/free-port.mjs';
import { COMMANDS, Driver, startGroup } from './driver.ts';

/** WebKitGTK over its WebDriver, on a screen of its own. */

const ENVIRONMENT = {
  LC_ALL: 'C',
  // Root has no sandbox.
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
};
const SCREEN = '-screen 0 1600x1200x24';

export async function openWebKit(): Promise<Driver> {
  const port = await freePort();
  const command = ['-a', '-s', SCREEN, 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'];
  const group = startGroup('xvfb-run', command, ENVIRONMENT);
  const call = async (method: string, path: string, parameters?: unknown) => {
    const body = method === 'POST' ? { body: JSON.stringify(parameters) } : {};
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...body });
    const { value } = (await answer.json()) as { value: { message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value?.message}`);
    return value as unknown;
  };
  while (!(await call('GET', '/status').catch(() => undefined))) {
    if (!group.isRunning()) throw new Error('WebKitWebDriver ended instead of answering');
    await delay(50);
  }
  const options = { binary: findMiniBrowser(), args: ['--automation'] };
  const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
  const session = await call('POST', '/session', { capabilities: { alwaysMatch } });
  const { sessionId } = session as { sessionId: string };
  return new Driver({
    send(name, { id, ...parameters }: Record<string, unknown> = {}) {
      const [method, path] = COMMANDS[name];
      return call(method, `/session/${sessionId}${path.replace('{id}', String(id))}`, parameters);
    },
    async close() {
      await call('DELETE', `/session/${sessionId}`).catch(() => undefined);
      await group.end();
    },
  });
}
