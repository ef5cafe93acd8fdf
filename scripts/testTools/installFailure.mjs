// @ts-check

/** A tool of the workbench tests could not be installed. `step` is what was tried, `detail` the end of its output. */
export class InstallFailure extends Error {
  /**
   * @param {string} step
   * @param {string} mend what the reader can do about it
   * @param {string} [detail]
   */
  constructor(step, mend, detail = '') {
    super([`${step} failed. ${mend}`, detail.trim()].filter((part) => part !== '').join('\n'));
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
