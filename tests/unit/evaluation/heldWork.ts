import type { Work } from '../../../src/vscode/evaluation/promptWork';

/** Tells listeners what it is told, as an event of the editor does. */
class Announcer<Said> {
  readonly #listeners = new Set<(said: Said) => void>();

  readonly on = (listener: (said: Said) => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };

  say(said: Said): void {
    for (const listener of [...this.#listeners]) listener(said);
  }
}

/** Work that goes on until it is ended. */
export class HeldWork implements Work {
  readonly #changed = new Announcer<undefined>();
  #isRunning = false;

  readonly onDidChange = (listener: () => void): { dispose(): void } => this.#changed.on(listener);

  get isRunning(): boolean {
    return this.#isRunning;
  }

  begin(): void {
    this.#isRunning = true;
    this.#changed.say(undefined);
  }

  end(): void {
    this.#isRunning = false;
    this.#changed.say(undefined);
  }
}
