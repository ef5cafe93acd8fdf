import { describe, expect, it } from 'vitest';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import type { NewRunFacts } from '../../../src/core/run/planRun';
import { PriceCapError } from '../../../src/core/run/priceCap';
import type { RunCaps } from '../../../src/core/run/runCaps';
import type { RunSession } from '../../../src/core/run/runSession';
import { assertConfiguredServers, ServerAddressError } from '../../../src/core/run/runChoices';
import { planExplore } from '../../../src/core/history/planExplore';
import { planRejudge, type PlannedRejudge } from '../../../src/core/history/planRejudge';
import { planRunAgain } from '../../../src/core/history/planRunAgain';
import { sessionOfRun } from '../../../src/core/history/sessionOfRun';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { createRun, type StoredRun } from '../../../src/core/store/runStore';
import { prepareResume, type Resumption } from '../../../src/vscode/evaluation/prepareStored';
import type { StoredRunContext } from '../../../src/vscode/evaluation/prepareRun';
import type { PreparedRun } from '../../../src/vscode/evaluation/runInWindow';
import { providers } from '../../../src/vscode/models/runProviders';
import type { ModelServer } from '../../loopback/modelServer';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { useJudgingServers } from '../../loopback/useJudgingServers';
import { tutoringServer } from '../cli/tutoringServer';
import { temporaryFolders } from '../store/temporaryFolder';
import { newRun, playInWindow } from './windowRun';
import { callCounts } from '../../callCounts';

const folder = temporaryFolders();
const start = useJudgingServers();
const servers = closedAfterEach();

/** A judge that finds fault with every reply. */
async function strict(): Promise<ModelServer> {
  const server = await tutoringServer({ label: 0 });
  servers.push(server);
  return server;
}

interface JudgedAgain {
  readonly tutor: ModelServer;
  readonly judge: ModelServer;
  readonly root: string;
  /** The run whose replies are judged again, at its end. */
  readonly first: RunSession;
  /** The judging that was cut off. */
  readonly again: RunSession;
}

async function play(run: PreparedRun, root: string, caps: RunCaps = {}): Promise<RunSession> {
  return playInWindow(run, root, 'sk-test-1a2b3c4d5e6f708192a3', false, caps, true).ended;
}

/**
 * A run with its answers in the cache, and another one from it until a cap cuts that off: its replies judged again by
 * the same judge, its text played again, or its failing cases explored.
 */
async function madeAgain(plan = rejudged): Promise<JudgedAgain> {
  const [tutor, judge, root] = [await start(), await strict(), await folder()];
  const first = await play(await newRun(root, { tutor: tutor.url, judge: judge.url }), root);
  const store = new FileRunStore(root);
  const stored = await store.open(first.manifest.runId);
  const request = {
    runId: `${stored.manifest.runId}-again`,
    createdAt: new Date().toISOString(),
    toolVersion: '0.0.0',
  };
  const planned = plan(stored, request);
  const run = {
    session: sessionOfRun({ ...planned, problems: [] }, benchmarks),
    openWriter: () => createRun(store, planned),
  };
  return { tutor, judge, root, first, again: await play(run, root, { maxCalls: 3 }) };
}

type PlanAgain = (stored: StoredRun, facts: NewRunFacts) => PlannedRejudge;

const rejudged: PlanAgain = (stored, facts) => planRejudge(stored, stored.manifest.judges, facts, benchmarks);
const replayed: PlanAgain = (stored, facts) => ({ ...planRunAgain(stored, facts, benchmarks, providers), records: [] });
const explored: PlanAgain = (stored, facts) => {
  const prompt = readPromptFile(stored.manifest.prompt.path, stored.manifest.prompt.text);
  const request = { ...facts, prompt, promptName: 'tutor.md', git: undefined, others: [] };
  return { ...planExplore(stored, request, benchmarks), records: [] };
};

/** A run of the store at `root` made ready to go on, where every model is to be at `url`. */
function resumed(
  runId: string,
  root: string,
  url: string,
  { caps = {}, tutor = url, ...more }: Partial<Resumption> & { readonly caps?: RunCaps; readonly tutor?: string } = {},
): Promise<PreparedRun> {
  const context: StoredRunContext = {
    prompt: { store: new FileRunStore(root) },
    settings: { caps },
    agreed: { has: () => true },
    toolVersion: '0.0.0',
    assertServers: (models) => {
      const baseUrlFor = (role: string): string => (role === 'tutor' ? tutor : url);
      assertConfiguredServers(models, { providers, baseUrlFor }, 'Set it.');
    },
  };
  return prepareResume({ runId, sends: true, ...more }, context);
}

/** What kept a run from going on; `undefined` where nothing does. */
function refusal(preparing: Promise<PreparedRun>): Promise<unknown> {
  return preparing.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a judging again that was cut off and goes on in the window', () => {
  it('asks the judge for what is missing, without the answers that the cache has of the first judging', async () => {
    const { tutor, judge, root, first, again } = await madeAgain();
    // Two samples may get equal replies and judge calls. The cache answers the second only in the first run.
    const { tutorCalls, judgeCalls, judgements } = callCounts(first.state);
    expect(again.state.status).toMatchObject({ status: 'overBudget', cap: 'maxCalls' });
    expect(judge.calls).toBe(judgeCalls + 3);
    const raised = { maxCalls: 500 };
    const run = await resumed(again.manifest.runId, root, judge.url, { raised });
    const { state } = await play(run, root);
    expect(state.status?.status).toBe('completed');
    expect(callCounts(state)).toMatchObject({ judgeCalls: judgements, judgements, cachedCalls: 0 });
    expect([tutor.calls, judge.calls]).toEqual([tutorCalls, judgeCalls + judgements]);
  });

  it('needs no tutor’s server, which a run that asks its tutor does', async () => {
    const { judge, root, first, again } = await madeAgain();
    const prepared = await resumed(again.manifest.runId, root, judge.url);
    expect(prepared.session.manifest.rejudgedFrom).toBe(first.manifest.runId);
    const refused = await refusal(resumed(first.manifest.runId, root, judge.url));
    expect(String(refused)).toMatch(/The run’s tutor openai:m was at .*Set it\./);
    const elsewhere = resumed(again.manifest.runId, root, 'http://127.0.0.1:1');
    expect(ServerAddressError.is(await refusal(elsewhere))).toBe(true);
  });
});

describe('a run with fresh replies that was cut off and goes on in the window', () => {
  it.each([
    ['plays a text again', replayed],
    ['explores', explored],
  ])('neither reads nor writes the cache where it %s', async (_, plan) => {
    const { tutor, judge, root, again } = await madeAgain(plan);
    expect(again.state.status).toMatchObject({ status: 'overBudget' });
    const run = await resumed(again.manifest.runId, root, judge.url, { raised: { maxCalls: 500 }, tutor: tutor.url });
    const { state } = await play(run, root);
    expect(state.status?.status).toBe('completed');
    expect(callCounts(state).cachedCalls).toBe(0);
  });
});

describe('a run that goes on under a cap on cost', () => {
  it('is refused where no price of its models is known, unless it only ends its batches', async () => {
    const { url } = await start();
    const root = await folder();
    const run = await newRun(root, { tutor: url, judge: url });
    const { runId } = run.session.manifest;
    await (await run.openWriter({})).close();
    for (const [caps, raised] of [
      [{ maxCostUsd: 1 }, undefined],
      [{}, { maxCostUsd: 5 }],
    ] as const) {
      const refused = await refusal(resumed(runId, root, url, { caps, raised }));
      expect(PriceCapError.is(refused)).toBe(true);
    }
    for (const prepared of [
      resumed(runId, root, url, { caps: { maxCostUsd: 1 }, sends: false }),
      resumed(runId, root, url, { caps: { maxCalls: 5 } }),
    ])
      expect(await refusal(prepared)).toBeUndefined();
  });
});
