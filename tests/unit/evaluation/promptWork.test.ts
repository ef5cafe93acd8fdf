import { describe, expect, it } from 'vitest';
import { PromptWork } from '../../../src/vscode/prompts/promptWork';

/** Work whose panel shows a run or none, with the phases that the panel was drawn in. */
function newWork(showsRun = false): { readonly work: PromptWork; readonly drawn: string[] } {
  const drawn: string[] = [];
  const work = new PromptWork({
    showsRun: () => showsRun,
    problemsOf: (error) => [{ message: String(error) }],
    onChange: () => drawn.push(work.phase.kind),
  });
  return { work, drawn };
}

/** Something that goes on until it is told to end. */
function heldUp(): { readonly ends: Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const ends = new Promise<void>((resolve) => (end = resolve));
  return { ends, end };
}

describe('PromptWork', () => {
  for (const [showsRun, rest] of [
    [false, 'empty'],
    [true, 'done'],
  ] as const) {
    it(`comes to rest as ${rest} when it is cancelled before a run has begun`, async () => {
      const { work, drawn } = newWork(showsRun);
      const reading = heldUp();
      const begun = work.begin(async () => {
        work.phase = { kind: 'starting' };
        await reading.ends;
      });
      const cancelled = work.cancel();
      expect([work.phase.kind, work.isRunning]).toEqual(['cancelling', true]);
      reading.end();
      expect(await cancelled).toBe(true);
      await begun;
      expect([work.phase.kind, work.isRunning]).toEqual([rest, false]);
      expect(drawn).toEqual(['cancelling', rest]);
    });
  }

  it('tells the work whether it is stopped for good or left', async () => {
    for (const [stop, reason] of [
      ['cancel', 'cancelled'],
      ['leave', 'interrupted'],
    ] as const) {
      const { work } = newWork();
      const going = heldUp();
      let heard: unknown;
      const begun = work.begin(async (signal) => {
        await going.ends;
        heard = signal.reason;
      });
      const stopped = work[stop]();
      going.end();
      await Promise.all([begun, stopped]);
      expect(heard).toBe(reason);
    }
  });

  it('says what went wrong, and can be begun again', async () => {
    const { work } = newWork();
    await work.begin(() => Promise.reject(new Error('No file.')));
    expect(work.phase).toEqual({ kind: 'blocked', problems: [{ message: 'Error: No file.' }] });
    expect(await work.cancel()).toBe(false);
    await work.begin(() => {
      work.phase = { kind: 'done' };
      return Promise.resolve();
    });
    expect(work.phase).toEqual({ kind: 'done' });
  });
});
