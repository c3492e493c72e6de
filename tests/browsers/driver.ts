import { spawn } from 'node:child_process';

/** How a command of W3C WebDriver reaches a browser. `path` is the one behind the session. */
export interface Transport {
  send(command: Command, parameters?: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

/** Each command as WebDriver over HTTP has it, and as Firefox takes it over its Marionette socket. */
export const COMMANDS = {
  navigate: ['POST', '/url', 'Navigate'],
  back: ['POST', '/back', 'Back'],
  execute: ['POST', '/execute/sync', 'ExecuteScript'],
  click: ['POST', '/element/{id}/click', 'ElementClick'],
  type: ['POST', '/element/{id}/value', 'ElementSendKeys'],
  keys: ['POST', '/actions', 'PerformActions'],
  resize: ['POST', '/window/rect', 'SetWindowRect'],
  screenshot: ['GET', '/screenshot', 'TakeScreenshot'],
  window: ['GET', '/window', 'GetWindowHandle'],
  newWindow: ['POST', '/window/new', 'NewWindow'],
  switchTo: ['POST', '/window', 'SwitchToWindow'],
  closeWindow: ['DELETE', '/window', 'CloseWindow'],
} as const;
export type Command = keyof typeof COMMANDS;

/** A script's element, as WebDriver names it. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const ASK_EVERY_MS = 20;
const LIMIT_MS = 15_000;

/** One window of a browser: the few commands that the journeys need. Every wait is for a condition on the page. */
export class Driver {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Resolves when the page is the product's own, not what was prerendered. */
  async goto(url: string): Promise<void> {
    await this.#transport.send('navigate', { url });
    await this.#isReady();
  }

  async back(): Promise<void> {
    await this.#transport.send('back');
    await this.#isReady();
  }

  async #isReady(): Promise<void> {
    await this.until(() => document.documentElement.dataset.ready !== undefined);
  }

  /** @param work runs in the page: it sees its arguments alone, and returns JSON or an element */
  async evaluate<Args extends readonly unknown[], T>(
    work: (...args: Args) => T,
    ...args: Args
  ): Promise<Awaited<T>> {
    const script = `return (${work}).apply(null, arguments)`;
    return (await this.#transport.send('execute', { script, args })) as Awaited<T>;
  }

  /**
   * Waits until it returns what is true, and returns that. A page that is just being replaced answers nothing.
   *
   * @throws with the last error, or what is on the page, after the limit
   */
  async until<Args extends readonly unknown[], T>(
    work: (...args: Args) => T,
    ...args: Args
  ): Promise<NonNullable<Awaited<T>>> {
    const began = performance.now();
    for (;;) {
      const found = await this.evaluate(work, ...args).catch(() => undefined);
      if (found) return found as NonNullable<Awaited<T>>;
      if (performance.now() - began > LIMIT_MS) break;
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
    const text = await this.evaluate(() => `${location.href}\n${document.body.innerText}`);
    throw new Error(`Not so after ${LIMIT_MS} ms: ${work} ${JSON.stringify(args)}\n${text}`);
  }

  /** Waits for the text on the page, case aside. */
  async shows(text: string, selector = 'body'): Promise<void> {
    await this.until(
      (wanted, where) =>
        [...document.querySelectorAll<HTMLElement>(where)].some((element) =>
          element.innerText.toLowerCase().includes(wanted.toLowerCase()),
        ),
      text,
      selector,
    );
  }

  /** Waits for a visible control with this name, its label or its text. */
  async #find(selector: string, name: string): Promise<string> {
    const found = await this.until(
      (where, wanted) =>
        [...document.querySelectorAll<HTMLElement & { labels?: NodeListOf<HTMLElement> }>(where)]
          .filter(
            (element) => element.getClientRects().length > 0 || element.matches('[type=file]'),
          )
          .find((element) =>
            [element.ariaLabel, element.innerText, element.labels?.[0]?.innerText].some((text) =>
              text?.includes(wanted),
            ),
          ),
      selector,
      name,
    );
    return (found as unknown as Record<string, string>)[ELEMENT] ?? '';
  }

  /** Presses it with the mouse. */
  async click(selector: string, name = ''): Promise<void> {
    const id = await this.#find(selector, name);
    await this.#transport.send('click', { id });
  }

  /** Types into a field, or gives a file input the path of a file. */
  async type(selector: string, name: string, text: string): Promise<void> {
    const id = await this.#find(selector, name);
    await this.#transport.send('type', { id, text });
  }

  /** Presses keys one after the other; `keys` held together are given as one string, modifiers first. */
  async press(...keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((together) => [
      ...[...together].map((value) => ({ type: 'keyDown', value })),
      ...[...together].reverse().map((value) => ({ type: 'keyUp', value })),
    ]);
    await this.#transport.send('keys', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#transport.send('resize', { width, height });
  }

  /** @returns PNG, base64 */
  async screenshot(): Promise<string> {
    return String(await this.#transport.send('screenshot'));
  }

  window = async (): Promise<string> => String(await this.#transport.send('window'));

  /** Opens a tab and goes on in it. */
  async openTab(): Promise<string> {
    const { handle } = (await this.#transport.send('newWindow', { type: 'tab' })) as {
      handle: string;
    };
    await this.switchTo(handle);
    return handle;
  }

  async switchTo(handle: string): Promise<void> {
    await this.#transport.send('switchTo', { handle });
  }

  async closeTab(): Promise<void> {
    await this.#transport.send('closeWindow');
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}

/**
 * Starts a program that leads a process group, which a watching shell ends when this process closes the pipe between them, in
 * whatever way it ends: a run that is killed must leave no browser behind.
 *
 * @returns what ends it with all that it started
 */
export function startGroup(
  program: string,
  flags: readonly string[],
  env: NodeJS.ProcessEnv = {},
): { readonly isRunning: () => boolean; end(): Promise<void> } {
  const watched = '(read _; kill -KILL 0) <&3 & exec 3<&- "$@"';
  const child = spawn('sh', ['-c', watched, 'sh', program, ...flags], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // Nobody waits for the results of a worker whose runner was killed.
  const leave = () => process.exit(1);
  process.once('disconnect', leave);
  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async end() {
      child.stdio[3]?.destroy();
      await ended;
      process.off('disconnect', leave);
    },
  };
}
