/** Work that goes on until it is ended. */
export class HeldWork {
  #going: Going | undefined;

  get isRunning(): boolean {
    return this.#going !== undefined;
  }

  get ended(): Promise<void> {
    return this.#going?.ended ?? Promise.resolve();
  }

  begin(): void {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.#going = { ended, end };
  }

  end(): void {
    const going = this.#going;
    this.#going = undefined;
    going?.end();
  }
}

interface Going {
  readonly ended: Promise<void>;
  readonly end: () => void;
}
