/** Something that goes on for a while: a run of a prompt, or a calibration. Announces when it may have begun or ended. */
export interface Work {
  readonly isRunning: boolean;
  readonly onDidChange: (listener: () => void) => { dispose(): unknown };
}

/** Resolves when none of `works` goes on, which may be at once. Never, for work that is disposed while it goes on. */
export function whenIdle(works: readonly Work[]): Promise<void> {
  const isIdle = (): boolean => works.every(({ isRunning }) => !isRunning);
  if (isIdle()) return Promise.resolve();
  return new Promise((resolve) => {
    const listening = works.map((work) =>
      work.onDidChange(() => {
        if (!isIdle()) return;
        for (const one of listening) one.dispose();
        resolve();
      }),
    );
  });
}
