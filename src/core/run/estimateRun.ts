import { type DialoguePlan, standInDialogue } from '../benchmark/dialogue';
import type { JudgePrompt, JudgeTask } from '../benchmark/judging/judgeTask';
import { type BenchmarkId, groupedBy } from '../benchmark/samples';
import type { ModelRole } from '../prompt/modelParameters';
import { expectedReasoning, factsOf, type Range } from '../providers/modelFacts';
import { costOf, priceOf, pricesAsOf } from '../providers/prices';
import { sum } from '../statistics/sum';
import type { ManifestModel, RunManifest, RunModels } from '../store/runManifest';
import { askedRoles, hasGivenReplies, modelName } from '../store/runManifest';
import { addCacheable, type Cacheable, cacheableTokens, type CallStart, judgeStarts } from './cacheStarts';
import { askedJudges, judgesAtStart, isAsked } from './runScope';
import { mostTokens } from './modelEndpoint';
import type { ObservedLength, ObservedLengths } from './observedLengths';
import { type ObservedChanges, provableAims } from './provableEdits';
import type { RunSession } from './runSession';
import type { WorkItem } from './workItem';

type End = keyof Range;

function both(of: (end: End) => number): Range {
  return { low: of('low'), high: of('high') };
}

function addRanges(ranges: readonly Range[]): Range {
  return both((end) => sum(ranges.map((range) => range[end])));
}

function addCosts(costs: readonly (Range | undefined)[]): Range | undefined {
  const known = costs.filter((cost) => cost !== undefined);
  return known.length < costs.length ? undefined : addRanges(known);
}

interface RoleCalls {
  readonly calls: number;
  readonly input: Range;
  readonly output: Range;
  /** What each call begins with, shortest first; tokens at the high end. */
  readonly starts: readonly (readonly CallStart[])[];
}

/** Assumes that every call succeeds at once. Leaves out judges that depend on another verdict. */
export interface RunEstimate extends Cacheable {
  readonly benchmarks: readonly Readonly<ReturnType<typeof benchmarkEstimate>>[];
  readonly calls: Readonly<Record<ModelRole, number>>;
  readonly realCalls: number;
  readonly input: Range;
  readonly output: Range;
  readonly usd: Range | undefined;
  readonly unknownModels: readonly string[];
  readonly observed: readonly ObservedLength[];
  /** How much a model reasons is not known in advance. */
  readonly countsReasoning: boolean;
  readonly provable: ReturnType<typeof provableAims>;
  readonly pricesAsOf: string;
  /** From one answer to the next, where an earlier run shows it. */
  readonly callMs?: number | undefined;
  /** Judges of targets and guards alone are counted. */
  readonly leavesOutJudges: boolean;
}

// For text that does not exist yet. English prose has about 4.5, formulas and other Latin languages about 3.
const charactersPerToken: Range = { low: 4.5, high: 3 };
// Short tutor replies have about 60 tokens, worked explanations about 400.
const replyTokens: Range = { low: 60, high: 400 };
// A judge gives one or two sentences for each verdict.
const verdictTokens: Range = { low: 40, high: 150 };
const studentTokens: Range = { low: 8, high: 40 };
const imageTokens: Range = { low: 300, high: 1_600 };
/** Tokens for roles and separators around a call's messages. */
const frameTokens = 12;

export function estimateRun(
  session: RunSession,
  lengths: ObservedLengths = () => undefined,
  changes?: ObservedChanges,
  guardMargin?: number,
): RunEstimate {
  const { manifest } = session;
  const benchmarks = manifest.benchmarks.flatMap(({ id }) => {
    const items = session.items.filter((item) => item.benchmark.id === id);
    return items.length === 0 ? [] : [benchmarkEstimate(session, id, items, lengths)];
  });
  const roles = benchmarks.flatMap(({ tutor, student, judge }) => [tutor, student, judge]);
  const callsOf = (role: ModelRole): number => sum(benchmarks.map(({ calls }) => calls[role]));
  const calls = { tutor: callsOf('tutor'), student: callsOf('student'), judge: callsOf('judge') };
  const unpriced = calledModels(manifest, calls).filter(
    ({ simulated, model, baseUrl, price }) => !simulated && priceOf(model, baseUrl, price) === undefined,
  );
  return {
    benchmarks,
    calls,
    realCalls: sum(roles.map((role) => role.realCalls)),
    input: addRanges(benchmarks.map(({ input }) => input)),
    output: addRanges(benchmarks.map(({ output }) => output)),
    usd: addCosts(benchmarks.map(({ usd }) => usd)),
    ...addCacheable(roles),
    unknownModels: [...new Set(unpriced.map(modelName))],
    observed: roles.flatMap(({ observed }) => observed),
    countsReasoning: roles.some((role) => role.countsReasoning),
    provable: provableAims(session, changes, guardMargin),
    pricesAsOf,
    leavesOutJudges: judgesAtStart(session) !== undefined,
  };
}

export function calledModels(
  { tutor, student, judges }: RunModels,
  calls: RunEstimate['calls'],
): readonly (ManifestModel & { readonly role: ModelRole })[] {
  const models = { tutor: [tutor], student: student === undefined ? [] : [student], judge: judges };
  const called = (['tutor', 'student', 'judge'] as const).filter((role) => calls[role] > 0);
  return called.flatMap((role) => models[role].map((model) => ({ ...model, role })));
}

function benchmarkEstimate(session: RunSession, id: BenchmarkId, items: readonly WorkItem[], lengths: ObservedLengths) {
  const { manifest, policy } = session;
  const { student, judges } = askedRoles(manifest);
  const trials = groupedBy(items, ({ sample }) => sample.id);
  const calls: Record<ModelRole, RoleCalls[]> = { tutor: [], student: [], judge: [] };
  const said: TurnLengths = {
    reply: textTokens(lengths('tutor', manifest.tutor, id)) ?? replyTokens,
    student: (student && textTokens(lengths('student', student, id))) ?? studentTokens,
  };
  let title = '';
  for (const [item, ...others] of trials.values()) {
    if (item === undefined) continue;
    const { benchmark, sample } = item;
    title = benchmark.title;
    const add = (role: ModelRole, once: (trial: number) => RoleCalls): void =>
      void calls[role].push(...[item, ...others].map((_, trial) => once(trial)));
    const plan = session.planOf(item);
    const judges = askedJudges(session, item);
    const turns = plan.studentTurns.length;
    if (turns > 0 && !hasGivenReplies(manifest)) {
      add('tutor', (trial) => tutorCalls(plan, said, `${sample.id}/${trial}`));
      if (student !== undefined && plan.modelledStudent !== undefined) add('student', () => studentCalls(plan, said));
    }
    const tasksAt = (end: End): readonly JudgeTask[] => {
      const reply = 'x'.repeat(Math.round(said.reply[end] * charactersPerToken[end]));
      const tasks = benchmark.judgements(sample, standInDialogue(plan, reply), [], policy);
      return tasks.filter((task) => 'prompt' in task).filter((task) => isAsked(task, judges));
    };
    const tasks = { low: tasksAt('low'), high: tasksAt('high') };
    const asked = {
      calls: tasks.low.length,
      input: both((end) => sum(tasks[end].map(({ prompt }) => judgeInput(prompt, end)))),
      output: both((end) => sum(tasks[end].map(({ slots }) => slots.length * verdictTokens[end]))),
    };
    const starts = tasks.high.map(({ prompt }) => judgeStarts(prompt));
    // A start with the reply in it is another one in each trial.
    const keyOf = (start: string, trial: number): string => (start.includes('xxxx') ? `${trial}\n${start}` : start);
    add('judge', (trial) => ({
      ...asked,
      starts: starts.map((own) => own.map((start) => ({ key: keyOf(start, trial), tokens: mostTokens(start) }))),
    }));
  }
  const estimate = (role: ModelRole, models: readonly ManifestModel[]) => {
    const together: RoleCalls = {
      calls: sum(calls[role].map((one) => one.calls)),
      input: addRanges(calls[role].map(({ input }) => input)),
      output: addRanges(calls[role].map(({ output }) => output)),
      starts: calls[role].flatMap(({ starts }) => starts),
    };
    return priced(together, models, manifest, (model) => lengths(role, model, id));
  };
  const estimates = {
    tutor: estimate('tutor', [manifest.tutor]),
    student: estimate('student', student === undefined ? [] : [student]),
    judge: estimate('judge', judges),
  };
  const roles = Object.values(estimates);
  return {
    ...{ id, title, samples: trials.size, trials: items.length, ...estimates },
    calls: { tutor: estimates.tutor.calls, student: estimates.student.calls, judge: estimates.judge.calls },
    input: addRanges(roles.map(({ input }) => input)),
    output: addRanges(roles.map(({ output }) => output)),
    usd: addCosts(roles.map(({ usd }) => usd)),
  };
}

/** Simulated models are sent nothing and have no tokens. */
function priced(
  { calls, input, output: usual, starts }: RoleCalls,
  models: readonly ManifestModel[],
  { batch, createdAt: at }: RunManifest,
  observedOf: (model: ManifestModel) => ObservedLength | undefined,
) {
  const sent = calls === 0 ? [] : models.filter((model) => !model.simulated);
  const each = sent.map((model) => {
    const observed = observedOf(model);
    const { provider, baseUrl, parameters, price: named } = model;
    const facts = factsOf(provider, model.model, baseUrl !== undefined);
    const hidden = expectedReasoning(facts, parameters?.effort);
    const most = both((end) => calls * (observed ?? hidden)[end]);
    const output = observed === undefined ? addRanges([usual, most]) : most;
    const cost = (end: End): number | undefined => {
      // A provider may write all input to its cache, which some charge more for.
      const cacheWrite = end === 'high' ? input[end] : 0;
      const usage = { input: input[end], output: output[end], cachedInput: 0, cacheWrite, batch };
      return costOf(model.model, usage, baseUrl, { calls, at, named });
    };
    const [low, high] = [cost('low'), cost('high')];
    const usd = low === undefined || high === undefined ? undefined : { low, high };
    const cacheable = Math.min(cacheableTokens(starts, facts.leastCached), input.high);
    const inputCost = (cachedInput: number): number | undefined =>
      costOf(model.model, { input: input.high, output: 0, cachedInput, batch }, baseUrl, { calls, at, named });
    const [fresh, read] = [inputCost(0), inputCost(cacheable)];
    const saving = fresh === undefined || read === undefined ? undefined : fresh - read;
    return { observed, output, isGuessed: observed === undefined && hidden.high > 0, usd, cacheable, saving };
  });
  const rounded = (range: Range): Range => both((end) => Math.round(range[end]));
  return {
    calls: calls * models.length,
    realCalls: calls * sent.length,
    input: rounded(addRanges(each.map(() => input))),
    output: rounded(addRanges(each.map(({ output }) => output))),
    usd: addCosts(each.map(({ usd }) => usd)),
    ...addCacheable(each),
    observed: each.flatMap(({ observed }) => observed ?? []),
    countsReasoning: each.some(({ isGuessed }) => isGuessed),
  };
}

type TurnLengths = Readonly<Record<'reply' | 'student', Range>>;

function textTokens(observed: ObservedLength | undefined): Range | undefined {
  return observed && both((end) => observed.characters[end] / charactersPerToken[end]);
}

function tutorCalls(
  { system, opening, studentTurns, modelledStudent, decoding }: DialoguePlan,
  said: TurnLengths,
  trial: string,
): RoleCalls {
  /** Tokens of each turn's call, with all that was said before. */
  const input = (end: End): readonly number[] => {
    let tokens = tokensOf(system, end) + messagesTokens(opening, end) + frameTokens;
    return studentTurns.map((message, index) => {
      const isModelled = modelledStudent !== undefined && index > 0;
      tokens += isModelled ? said.student[end] : messagesTokens([message], end);
      if (index > 0) tokens += said.reply[end];
      return tokens;
    });
  };
  const own = input('high').map((tokens, index): CallStart => ({ key: `${trial}/${index}`, tokens }));
  const first = { key: system, tokens: tokensOf(system, 'high') };
  const starts = own.map((_, index) => [first, ...own.slice(Math.max(0, index - 1), index + 1)]);
  const turns = studentTurns.length;
  const output = both((end) => turns * Math.min(replyTokens[end], decoding.maxOutputTokens));
  return { calls: turns, input: both((end) => sum(input(end))), output, starts };
}

function studentCalls({ studentTurns, modelledStudent }: DialoguePlan, { reply, student }: TurnLengths): RoleCalls {
  const calls = studentTurns.length - 1;
  const system = modelledStudent?.system ?? '';
  const starts = Array.from({ length: calls }, () => [{ key: system, tokens: tokensOf(system, 'high') }]);
  const input = (end: End): number => {
    // Each call sees one more turn of tutor and student.
    return calls * (tokensOf(system, end) + frameTokens) + ((calls * (calls + 1)) / 2) * (reply[end] + student[end]);
  };
  return { calls, input: both(input), output: both((end) => calls * studentTokens[end]), starts };
}

function judgeInput({ fixed, material, question = '', images = [] }: JudgePrompt, end: End): number {
  return tokensOf(fixed + material + question, end) + images.length * imageTokens[end] + frameTokens;
}

function messagesTokens(messages: DialoguePlan['opening'], end: End): number {
  return sum(messages.map(({ content, images = [] }) => tokensOf(content, end) + images.length * imageTokens[end]));
}

/** Chinese or Arabic may have a token a character and more, so the high end counts by script. */
function tokensOf(text: string, end: End): number {
  return end === 'high' ? mostTokens(text) : text.length / charactersPerToken.low;
}
