// @ts-check

/** A tool of the workbench tests could not be installed. `step` is what was tried, `detail` the end of its output. */
export class InstallFailure extends Error {
  /**
   * @param {string} step
   * @param {string} advice what the reader can do about it
   * @param {string} [detail]
   */
  constructor(step, advice, detail = '') {
    super([`${step} failed. ${advice}`, detail.trim()].filter((part) => part !== '').join('\n'));
    this.name = 'InstallFailure';
    this.step = step;
    this.detail = detail;
  }

  /**
   * @param {unknown} error
   * @returns {error is InstallFailure}
   */
  static is(error) {
    return error instanceof Error && error.name === 'InstallFailure';
  }
}
