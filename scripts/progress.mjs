import { DefaultReporter } from 'vitest/node';

/**
 * What vitest prints by default, with one line for each file in place of one for each test: the suite, how many of its
 * files have ended, the file, its tests and its time.
 */
export default class Progress extends DefaultReporter {
  #files = 0;
  #ended = 0;

  /**
   * @override
   * @param {readonly import('vitest/node').TestSpecification[]} specifications
   */
  onTestRunStart(specifications) {
    super.onTestRunStart(specifications);
    this.#files = specifications.length;
  }

  /**
   * @override
   * @param {import('vitest/node').TestModule} file
   */
  onTestModuleEnd(file) {
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
