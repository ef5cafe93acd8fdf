import * as vscode from 'vscode';
import { afterEach, describe, expect, it } from 'vitest';
import type { ManifestModel, RunManifest } from '../../../src/core/store/runManifest';
import { agreedRuns, confirmSending, estimateLines } from '../../../src/vscode/evaluation/confirmSending';
import { AgreedRuns } from '../../../src/vscode/evaluation/evaluationServices';
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
  return changedTo(run, {
    ...(simulated.includes('tutor') && { tutor: offline }),
    ...(simulated.includes('judge') && { judges: [offline] }),
  });
}

type Asks = RunContext['settings']['confirmBeforeSending'];

/** The questions that were put, each answered by closing it, and whether the run may be sent. */
async function asked(run: PreparedRun, root: string, asks: Asks = 'changed', isAgreed = false, hasKey = true) {
  const agreed = { has: () => isAgreed, add: () => Promise.resolve(), covers: () => false, keep: () => undefined };
  const { may, questions } = await answered(undefined, run, contextOf(root, agreed, asks, hasKey));
  return { may, questions: questions.length };
}

function contextOf(root: string, agreed: unknown, confirmBeforeSending: Asks, hasKey = true, file = 'a'): RunContext {
  return {
    uri: vscode.Uri.file(`/prompts/${file}.md`),
    prompt: { root },
    settings: { confirmBeforeSending, caps: {} },
    agreed,
    keys: { have: () => Promise.resolve(hasKey) },
  } as unknown as RunContext;
}

async function answered(answer: string | undefined, run: PreparedRun, context: RunContext) {
  const questions: string[] = [];
  const told: string[] = [];
  window.showInformationMessage = (text: string, shown: unknown) => {
    ((shown as { modal?: boolean } | undefined)?.modal === true ? questions : told).push(text);
    return Promise.resolve(answer);
  };
  return { may: await confirmSending(run, context), questions, told };
}

/** The run with other members of its manifest, such as its id. */
function changedTo(run: PreparedRun, members: Partial<RunManifest>): PreparedRun {
  const session = Object.create(run.session) as typeof run.session;
  return { ...run, session: Object.assign(session, { manifest: { ...run.session.manifest, ...members } }) };
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
    expect(await asked(run, root, 'changed', true)).toEqual(none);
    expect(await asked(run, root, 'never')).toEqual(none);
  });

  it('a missing key is asked for first, and without one no other question follows', async () => {
    const root = await folder();
    const run = await runWith([], root);
    expect(await asked(run, root, 'changed', false, false)).toEqual({ may: false, questions: 0 });
    expect(await asked(run, root, 'never', true, false)).toEqual({ may: false, questions: 0 });
    const simulated = await runWith(['tutor', 'judge'], root);
    expect(await asked(simulated, root, 'changed', false, false)).toEqual({ may: true, questions: 0 });
  });

  it('what is asked for beside a run is a question of its own, whatever was agreed to', async () => {
    const root = await folder();
    const run = { ...(await runWith([], root)), purpose: { question: 'Send the failing replies?', yes: 'Tag' } };
    expect(await asked(run, root, 'never', true)).toEqual({ may: false, questions: 1 });
  });
});

describe('the question for two benchmarks', () => {
  /** As VS Code breaks the lines of a question. */
  const shownLines = (lines: readonly string[]): number =>
    lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 70)), 0);

  it('says each thing once: receivers, calls, cost, time, tokens, what can be proved, and the missing cap', async () => {
    const root = await folder();
    const server = 'http://127.0.0.1:1';
    const two = { tutor: server, judge: server, limit: 40, benchmarks: ['guideeval', 'mrbench'] } as const;
    const model = { provider: 'openai', simulated: false } as const;
    const run = changedTo(await newRun(root, two), {
      tutor: { ...model, model: 'gpt-6.2-sol' },
      judges: [{ ...model, model: 'gpt-6.1-terra' }],
    });
    const lines = await estimateLines(run, contextOf(root, undefined, 'changed'));
    expect(lines).toEqual([
      expect.stringMatching(
        /^\d+ tutor calls and \d+ judge calls\. Data is sent to openai:gpt-6\.2-sol \(tutor\), openai:gpt-6\.1-terra \(judge\)\.$/,
      ),
      expect.stringMatching(/^Cost: \$[\d.]+ to \$[\d.]+ at the prices of [\d-]+[,;] .*\.$/),
      'Time: not known before a first run with these models.',
      expect.stringMatching(
        /^Tokens: \S+ to \S+ in, \S+ to \S+ out with hidden reasoning, by usual lengths of replies\.$/,
      ),
      expect.stringMatching(/^GuideEval: if 30 % of the replies change, [^.]*\.$/),
      expect.stringMatching(/^MRBench: if 30 % of the replies change, [^.]*\.$/),
      'All judges are asked. Name targets to ask fewer and to stop once they are settled.',
      '',
      expect.stringMatching(/^GuideEval: \d+ \+ \d+ calls, \$/),
      expect.stringMatching(/^MRBench: \d+ \+ \d+ calls, \$/),
      'There is no cap on the cost (setting tutorPromptLab.maxCost).',
    ]);
    expect(shownLines(lines)).toBeLessThanOrEqual(18);
  });

  it('names a simulated tutor', async () => {
    const root = await folder();
    const lines = await estimateLines(await runWith(['tutor'], root), contextOf(root, undefined, 'changed'));
    expect(lines[1]).toBe('Simulated: tutor.');
  });
});

describe('what was agreed to in this window', () => {
  const free = { input: 0, output: 0 };
  const memory = { get: <Value>(_key: string, otherwise?: Value) => otherwise, update: () => Promise.resolve() };

  async function agreedOnce() {
    const root = await folder();
    const run = await runWith([], root);
    const { tutor, judges } = run.session.manifest;
    const priced = changedTo(run, {
      tutor: { ...tutor, price: free },
      judges: judges.map((judge) => ({ ...judge, price: free })),
    });
    const agreed = new AgreedRuns(memory);
    const ask = (one: PreparedRun, asks: Asks = 'changed', file = 'a', answer: string | undefined = 'Evaluate') =>
      answered(answer, one, contextOf(root, agreed, asks, true, file));
    return { priced, ask, first: await ask(priced) };
  }

  it('is not asked again for the next text of the prompt, and what is sent is said', async () => {
    const { priced, ask, first } = await agreedOnce();
    expect(first).toMatchObject({ may: true, questions: ['Send the prompt and the benchmark’s samples?'], told: [] });
    const next = await ask(changedTo(priced, { runId: 'next' }));
    expect(next).toMatchObject({ may: true, questions: [] });
    expect(next.told.join()).toMatch(/tutor calls? and \d+ judge calls?\. Data is sent to .* Cost: \$0\. You agreed/);
  });

  it('is asked again for other models, data or choices, more calls, a higher cost, or another prompt', async () => {
    const { priced, ask } = await agreedOnce();
    const { tutor, judges, benchmarks, policy } = priced.session.manifest;
    const others: readonly Partial<RunManifest>[] = [
      { tutor: { ...tutor, model: 'other' } },
      { tutor: { ...tutor, baseUrl: 'http://127.0.0.1:2' } },
      { judges: [...judges, { ...tutor, model: 'second' }] },
      { benchmarks: benchmarks.map((benchmark) => ({ ...benchmark, dataHash: 'other' })) },
      { policy: { ...policy, 'socratesbench.exposeAnswerKey': 'other' } },
    ];
    for (const other of others)
      expect((await ask(changedTo(priced, other), 'changed', 'a', undefined)).questions).toHaveLength(1);
    expect((await ask(priced, 'changed', 'b', undefined)).questions).toHaveLength(1);
  });

  it('is asked each time where the user wants that, for what an agent starts, and where no price is known', async () => {
    const { priced, ask } = await agreedOnce();
    expect((await ask(priced, 'always')).questions).toHaveLength(1);
    expect((await ask({ ...priced, raised: { maxCalls: 5 } })).questions).toHaveLength(1);
    expect((await ask({ ...priced, isForeign: true }, 'changed', 'a', 'Resume')).questions).toHaveLength(1);
    const unpriced = changedTo(priced, { tutor: { ...priced.session.manifest.tutor, price: undefined } });
    expect((await ask(unpriced)).questions).toHaveLength(1);
    expect((await ask(unpriced)).questions).toHaveLength(1);
  });

  it('covers no more calls and no higher cost', () => {
    const agreed = new AgreedRuns(memory);
    const prompt = vscode.Uri.file('/a.md');
    agreed.keep(prompt, { data: 'd', calls: 10, usd: 1 });
    expect(agreed.covers(prompt, { data: 'd', calls: 10, usd: 1 })).toBe(true);
    expect(agreed.covers(prompt, { data: 'd', calls: 11, usd: 1 })).toBe(false);
    expect(agreed.covers(prompt, { data: 'd', calls: 10, usd: 1.01 })).toBe(false);
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
        settings: { confirmBeforeSending: 'changed', caps: { maxCalls: 50 } },
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
