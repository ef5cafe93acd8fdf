import * as vscode from 'vscode';
import { afterEach, describe, expect, it } from 'vitest';
import type { ManifestModel } from '../../../src/core/store/runManifest';
import { agreedRuns, confirmSending } from '../../../src/vscode/evaluation/confirmSending';
import type { RunContext } from '../../../src/vscode/evaluation/prepareRun';
import type { PreparedRun } from '../../../src/vscode/evaluation/runInWindow';
import { temporaryFolders } from '../store/temporaryFolder';
import { newRun } from './windowRun';

const folder = temporaryFolders();
const window = vscode.window as unknown as Record<string, unknown>;
afterEach(() => {
  delete window.showInformationMessage;
});

const offline: ManifestModel = { provider: 'offline', model: 'offline', simulated: true };

/** A run of real models, but for the parts that are simulated. */
async function runWith(simulated: readonly ('tutor' | 'judge')[], root: string): Promise<PreparedRun> {
  const server = 'http://127.0.0.1:1';
  const run = await newRun(root, { tutor: server, judge: server });
  const { manifest } = run.session;
  const changed = {
    ...manifest,
    ...(simulated.includes('tutor') && { tutor: offline }),
    ...(simulated.includes('judge') && { judges: [offline] }),
  };
  return {
    ...run,
    session: Object.assign(Object.create(run.session) as object, { manifest: changed }) as typeof run.session,
  };
}

/** The questions that were put, each answered by closing it, and whether the run may be sent. */
async function asked(run: PreparedRun, root: string, confirmBeforeSending = true, isAgreed = false, hasKey = true) {
  const questions: string[] = [];
  window.showInformationMessage = (question: string) => {
    questions.push(question);
    return Promise.resolve(undefined);
  };
  const context = {
    prompt: { root },
    settings: { confirmBeforeSending, caps: {} },
    agreed: { has: () => isAgreed, add: () => Promise.resolve() },
    keys: { have: () => Promise.resolve(hasKey) },
  } as unknown as RunContext;
  return { may: await confirmSending(run, context), questions: questions.length };
}

describe('before anything is sent', () => {
  it.each([
    ['tutor and judge', []],
    ['the judge alone', ['tutor']],
    ['the tutor alone', ['judge']],
  ] as const)('it is asked where a real model is %s, and a closed question is a no', async (_title, simulated) => {
    const root = await folder();
    expect(await asked(await runWith(simulated, root), root)).toEqual({ may: false, questions: 1 });
  });

  it('it is not asked where all is simulated, where it was agreed to, and where the user wants no question', async () => {
    const root = await folder();
    const none = { may: true, questions: 0 };
    expect(await asked(await runWith(['tutor', 'judge'], root), root)).toEqual(none);
    const run = await runWith([], root);
    expect(await asked(run, root, true, true)).toEqual(none);
    expect(await asked(run, root, false)).toEqual(none);
  });

  it('a missing key is asked for first, and without one no other question follows', async () => {
    const root = await folder();
    const run = await runWith([], root);
    expect(await asked(run, root, true, false, false)).toEqual({ may: false, questions: 0 });
    expect(await asked(run, root, false, true, false)).toEqual({ may: false, questions: 0 });
    const simulated = await runWith(['tutor', 'judge'], root);
    expect(await asked(simulated, root, true, false, false)).toEqual({ may: true, questions: 0 });
  });

  it('what is asked for beside a run is a question of its own, whatever was agreed to', async () => {
    const root = await folder();
    const run = { ...(await runWith([], root)), purpose: { question: 'Send the failing replies?', yes: 'Tag' } };
    expect(await asked(run, root, false, true)).toEqual({ may: false, questions: 1 });
  });

  it('a baseline that is run afresh first is named in the same question, and may be left out', async () => {
    const root = await folder();
    const beforehand = 'The earlier prompt was chosen among 3 runs. So it is run again first.';
    const runs = [{ ...(await runWith([], root)), beforehand }, await runWith([], root)];
    const added: number[] = [];
    const answered = async (button: string | undefined) => {
      const questions: (readonly string[])[] = [];
      window.showInformationMessage = (question: string, { detail }: { detail: string }, ...buttons: string[]) => {
        questions.push([question, detail, ...buttons]);
        return Promise.resolve(button);
      };
      const context = {
        prompt: { root },
        settings: { confirmBeforeSending: true, caps: { maxCalls: 50 } },
        agreed: {
          has: () => false,
          add: (manifests: readonly unknown[]) => Promise.resolve(added.push(manifests.length)),
        },
        keys: { have: () => Promise.resolve(true) },
      } as unknown as RunContext;
      const agreed = await agreedRuns(runs, context);
      return { agreed: agreed.map((run) => runs.indexOf(run)), questions };
    };
    const { agreed, questions } = await answered('Evaluate');
    expect(agreed).toEqual([0, 1]);
    expect(questions).toHaveLength(1);
    const [[question, detail, ...buttons]] = questions as [readonly string[]];
    expect(question).toBe('Send the prompt and the benchmark’s samples?');
    expect(detail).toMatch(
      /^The earlier prompt was chosen among 3 runs\. So it is run again first\.\n\d+ tutor calls? and/u,
    );
    expect(detail).toMatch(/\nThe new prompt:\n\d+ tutor calls? and/u);
    expect(detail).toContain('The cap applies to both runs together');
    expect(buttons.slice(0, 2)).toEqual(['Evaluate', 'Only the New Prompt']);
    expect((await answered('Only the New Prompt')).agreed).toEqual([1]);
    expect((await answered(undefined)).agreed).toEqual([]);
    expect(added).toEqual([2, 1, 0]);
  });
});
