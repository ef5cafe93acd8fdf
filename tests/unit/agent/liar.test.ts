import { expect, test } from 'vitest';
import { AgentError, type AgentHost, type AgentPlan, type AgentRunRequest } from '../../../src/core/agent/agentHost';
import { AgentTools } from '../../../src/core/agent/agentTools';
import { comparisonFacts } from '../../../src/core/agent/comparisonFacts';
import { withEdits } from '../../../src/core/agent/editFacts';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import { createEditsRun } from '../../../src/core/history/planEdits';
import { confirmationLevel } from '../../../src/core/results/editEvidence';
import type { PlannedRun } from '../../../src/core/run/planRun';
import type { RunSession } from '../../../src/core/run/runSession';
import { createRandom, type Random } from '../../../src/core/statistics/random';
import type { RunStore } from '../../../src/core/store/runStore';
import { temporaryFolders } from '../../contract/store/temporaryFolder';
import { comparedSession, labelMetric, options } from '../compare/comparedSessions';
import { toyBenchmark, type ToySample } from '../report/reportFixture';
import { atMost, roundsOf } from '../simulation/rounds';

const newFolder = temporaryFolders();
const metric = labelMetric({ id: 'T', title: 'T' });
const benchmarks = new Map([[toyBenchmark.id, { ...toyBenchmark, metrics: [metric] }]]) as AgentHost['benchmarks'];
const samples = Array.from({ length: 80 }, (_, index): ToySample => ({ id: `s${index}`, group: 'right', words: 'x' }));
const text = '1. You are a tutor.\n2. Be kind.\n3. Ask first.\n';
const never = (): AbortSignal => new AbortController().signal;

/** No text changes what is said: each verdict on a unit is drawn anew at the unit's own rate. */
class NullHost implements AgentHost {
  readonly benchmarks = benchmarks;
  readonly #runs = new Map<string, RunSession>();
  /** Good verdicts by run, as get_run shows them. */
  readonly scores = new Map<string, number>();
  readonly levels: (number | undefined)[] = [];
  readonly #rates: ReadonlyMap<string, number>;
  prompt = () => Promise.reject(new AgentError('Not asked.'));

  constructor(
    /** Of the store, with the ledger. */
    private readonly root: string,
    private readonly random: Random,
  ) {
    this.#rates = new Map(samples.map(({ id }) => [id, 0.2 + 0.6 * random.next()]));
  }

  async plan(request: AgentRunRequest): Promise<AgentPlan> {
    const runId = `run-${this.#runs.size + 1}`;
    const planned = await withEdits(this.#plain(runId), request, { root: this.root }, benchmarks);
    const session = this.#session(planned);
    const play = async (): Promise<void> => {
      const writes = { images: {}, create: () => Promise.resolve({}) } as unknown as RunStore;
      await createEditsRun(writes, this.root, planned, { caps: {}, benchmarks });
      this.#runs.set(runId, session);
      this.levels.push(planned.manifest.edits?.level);
    };
    return { session, root: this.root, caps: {}, play };
  }

  run(id: string): ReturnType<AgentHost['run']> {
    return Promise.resolve({ session: this.#found(id), cards: [], isUnderWay: false });
  }

  compare(before: string, after: string): Promise<string> {
    const comparison = compareRuns(this.#found(before), this.#found(after), { ...options, draws: 1_000 });
    return Promise.resolve(comparisonFacts({ comparison }));
  }

  #found(id: string): RunSession {
    const session = this.#runs.get(id);
    if (session === undefined) throw new AgentError(`No run ${id}.`);
    return session;
  }

  #plain(runId: string): PlannedRun {
    const order = samples.map(({ id }) => `${toyBenchmark.id}/${id}`);
    const sequence = { planned: order.length, order, looks: [order.length] };
    // Runs without edits are of texts that say the same in other words.
    const prompt = { path: 'tutor.md', name: 'tutor.md', text, revision: `sha256:${runId}` };
    const { manifest } = comparedSession({ trials: {}, metrics: [metric], samples });
    return {
      manifest: { ...manifest, runId, prompt, sequence },
      samples: samples.map((sample) => ({ benchmark: toyBenchmark.id, sample })),
      images: [],
    };
  }

  #session({ manifest, samples: stored }: PlannedRun): RunSession {
    const played = stored.map(({ sample }) => sample as ToySample);
    const { repeats = 1 } = manifest.benchmarks[0] ?? {};
    const label = (rate: number): number => (this.random.next() < rate ? 1 : 0);
    const trials = Object.fromEntries(
      played.map(({ id }) => [id, Array.from({ length: repeats }, () => label(this.#rates.get(id) ?? 0))]),
    );
    const opening = `${manifest.runId} `;
    this.scores.set(manifest.runId, Object.values(trials).flat().filter(Boolean).length);
    return comparedSession({ trials, metrics: [metric], samples: played, repeats, opening, manifest });
  }
}

const evidenceIn = (answer: string): string => /^evidence: (.*)$/m.exec(answer)?.[1] ?? '';
const request = { path: 'tutor.md', maxCalls: 1, waitSeconds: 60 };
const syllables = 'ba be bi bo bu da de di do du'.split(' ');
/** Rules of one word that no filter refuses. */
const edits = syllables.flatMap((first) =>
  syllables.map((second) => ({ op: 'replace', rule: 2, text: `Say ${first}${second}.` })),
);

test('an agent that confirms edit after edit that do nothing seldom gets one proved', async () => {
  const random = createRandom('a lying agent with the tools');
  const [sessions, tries] = [roundsOf(12, 200), roundsOf(12, 50)];
  const lies = { proved: 0, supported: 0 };
  for (let session = 0; session < sessions; session++) {
    const host = new NullHost(await newFolder(), random);
    const tools = new AgentTools(host, () => Infinity);
    const said = new Set<string>();
    for (const edit of edits.slice(0, tries)) {
      const answer = await tools.call('confirm_edit', { ...request, edit }, never());
      expect(answer).toContain('What the edit gains');
      said.add(evidenceIn(answer));
    }
    expect(host.levels).toEqual(Array.from({ length: tries }, (_, before) => confirmationLevel(before)));
    if (said.has('proved')) lies.proved += 1;
    if (said.has('supported')) lies.supported += 1;
  }
  expect(lies.proved / sessions).toBeLessThanOrEqual(atMost(0.05, sessions));
  // Luck is found all the time, so that the test can fail.
  expect(lies.supported / sessions).toBeGreaterThan(0.5);
});

test('an agent that compares the worst of its runs with the best gets a hint, and no word of adopting', async () => {
  const random = createRandom('the best of many');
  const said = new Map<string, number>();
  for (let session = 0; session < roundsOf(4, 30); session++) {
    const host = new NullHost(await newFolder(), random);
    const tools = new AgentTools(host, () => Infinity);
    const runs: string[] = [];
    for (let made = 0; made < 20; made++)
      runs.push(/^Run (\S+):/.exec(await tools.call('evaluate_prompt', request, never()))?.[1] ?? '');
    const score = (run: string): number => host.scores.get(run) ?? 0;
    const [worst = '', ...others] = runs.toSorted((one, other) => score(one) - score(other));
    const answer = await tools.call('compare_runs', { before: worst, after: others.at(-1) ?? '' }, never());
    expect(answer).toMatch(/\bbetter\b/);
    expect(answer).not.toMatch(/\badopt\b|\bproved\b.*\bbetter\b|may stay/i);
    said.set(evidenceIn(answer), (said.get(evidenceIn(answer)) ?? 0) + 1);
  }
  expect([...said.keys()]).toEqual(['promising']);
});
