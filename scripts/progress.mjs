import { DefaultReporter } from 'vitest/node';

/** A page in an endless loop answers nobody, not even vitest's own limits. No file takes as long. */
const SILENT_MS = 20 * 60_000;

/**
 * What vitest prints by default, with one line for each file in place of one for each test: the suite, how many of its
 * files have ended, the file, its tests and its time. A run in which no file ends any more is ended, with the names of those that ran.
 */
export default class Progress extends DefaultReporter {
  #files = 0;
  #ended = 0;
  #running = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  #silence;

  constructor() {
    // It would draw over the lines of a suite that runs at the same time.
    super({ summary: false });
  }

  /**
   * @override
   * @param {readonly import('vitest/node').TestSpecification[]} specifications
   */
  onTestRunStart(specifications) {
    super.onTestRunStart(specifications);
    this.#files = specifications.length;
    this.#silence = setTimeout(() => {
      this.log(
        `FAILED: no file ended for ${SILENT_MS / 60_000} min, of ${[...this.#running].join(', ')}`,
      );
      process.exit(1);
    }, SILENT_MS).unref();
  }

  /** @param {import('vitest/node').TestModule} file */
  onTestModuleStart(file) {
    this.#running.add(file.relativeModuleId);
  }

  /**
   * @override
   * @param {import('vitest/node').TestModule} file
   */
  onTestModuleEnd(file) {
    this.#silence?.refresh();
    this.#running.delete(file.relativeModuleId);
    this.#ended += 1;
    const states = [...file.children.allTests()].map((test) => test.result().state);
    const counts = ['passed', 'failed', 'skipped']
      .map((state) => ({ state, count: states.filter((one) => one === state).length }))
      .filter(({ state, count }) => count > 0 || state === 'passed')
      .map(({ state, count }) => `${count} ${state}`);
    const seconds = (file.diagnostic().duration / 1000).toFixed(1);
    const at = `${this.#ended}/${this.#files}`.padStart(7);
    const { project, relativeModuleId } = file;
    this.log(`${project.name} ${at}  ${relativeModuleId}  ${counts.join(', ')}  ${seconds} s`);
    for (const test of file.children.allTests('failed')) {
      const [error] = test.result().errors ?? [];
      this.log(`  FAILED ${test.fullName}: ${error?.message.split('\n', 1)[0]}`);
    }
  }
}
