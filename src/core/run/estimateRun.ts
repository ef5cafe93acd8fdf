import { type DialoguePlan, standInDialogue } from '../benchmark/dialogue';
import type { JudgePrompt } from '../benchmark/judging/judgeTask';
import type { BenchmarkId } from '../benchmark/samples';
import type { ModelRole } from '../prompt/modelParameters';
import { expectedReasoning, factsOf } from '../providers/modelFacts';
import { costOf, priceOf, pricesAsOf } from '../providers/prices';
import type { RecentRun } from '../store/readJournal';
import {
  askedRoles,
  hasGivenReplies,
  type ManifestModel,
  modelName,
  type RunManifest,
  type RunModels,
} from '../store/runManifest';
import type { StepRecord } from '../store/runRecord';
import { hasLikelyFigures } from './fittingRecords';
import { mostTokens } from './modelEndpoint';
import type { RunSession } from './runSession';
import type { WorkItem } from './workItem';

export interface Range {
  readonly low: number;
  readonly high: number;
}

function addRanges(ranges: readonly Range[]): Range {
  return { low: sum(ranges.map(({ low }) => low)), high: sum(ranges.map(({ high }) => high)) };
}

/** The sum of costs; `undefined` as soon as one is not known. */
function addCosts(costs: readonly (Range | undefined)[]): Range | undefined {
  const known = costs.filter((cost) => cost !== undefined);
  return known.length < costs.length ? undefined : addRanges(known);
}

/** What one role's calls come to. Tokens are of all calls together; 0 for simulated models, which are sent nothing. */
interface RoleEstimate {
  readonly calls: number;
  readonly input: Range;
  readonly output: Range;
  /** US dollars; `undefined` where a model in use has no known price. */
  readonly usd: Range | undefined;
  readonly observed: readonly ObservedLength[];
  /** Hidden tokens a call that are reckoned with for models which nobody has observed yet. */
  readonly hidden: readonly HiddenTokens[];
}

/** In tokens a call. */
interface HiddenTokens extends Range {
  readonly model: string;
}

export interface BenchmarkEstimate extends Readonly<Record<ModelRole, RoleEstimate>> {
  readonly id: BenchmarkId;
  readonly title: string;
  readonly samples: number;
  readonly plays: number;
  readonly usd: Range | undefined;
}

/** What a run comes to if every call is answered at the first attempt; judges that depend on another verdict are not in it. */
export interface RunEstimate {
  readonly benchmarks: readonly BenchmarkEstimate[];
  readonly calls: Readonly<Record<ModelRole, number>>;
  readonly input: Range;
  readonly output: Range;
  readonly usd: Range | undefined;
  readonly unknownModels: readonly string[];
  /** Where the lengths of answers are those of earlier runs; all others are usual ones. */
  readonly observed: readonly ObservedLength[];
  /** What is reckoned with for models that reason and were never observed; a model once. */
  readonly hidden: readonly HiddenTokens[];
  readonly pricesAsOf: string;
}

const ends = ['low', 'high'] as const;
type End = (typeof ends)[number];

// Characters a token where the text is not there yet: English prose has about 4.5, formulas and other Latin languages about 3.
const charactersPerToken = { low: 4.5, high: 3 } as const;
// Short tutor replies have about 60 tokens; explanations with a worked example about 400.
const replyTokens = { low: 60, high: 400 } as const;
// A judge gives one or two sentences for each verdict that is expected of it.
const verdictTokens = { low: 40, high: 150 } as const;
const studentTokens = { low: 8, high: 40 } as const;
const imageTokens = { low: 300, high: 1_600 } as const;
/** Roles and separators around the messages of a call. */
const frameTokens = 12;

/** Counts a run's calls and costs without making any. `lengths`: what earlier runs tell of the models' answers. */
export function estimateRun(session: RunSession, lengths: ObservedLengths = () => undefined): RunEstimate {
  const { manifest } = session;
  const benchmarks = manifest.benchmarks.flatMap(({ id }) => {
    const items = session.items.filter((item) => item.benchmark.id === id);
    const [first] = items;
    if (first === undefined) return [];
    return [{ id, title: first.benchmark.title, ...benchmarkEstimate(session, id, items, lengths) }];
  });
  const roles = benchmarks.flatMap(({ tutor, student, judge }) => [tutor, student, judge]);
  const callsOf = (role: ModelRole): number => sum(benchmarks.map((estimate) => estimate[role].calls));
  const calls = { tutor: callsOf('tutor'), student: callsOf('student'), judge: callsOf('judge') };
  const unpriced = calledModels(manifest, calls).filter(
    ({ simulated, model, baseUrl, price }) => !simulated && priceOf(model, baseUrl, price) === undefined,
  );
  return {
    benchmarks,
    calls,
    input: addRanges(roles.map(({ input }) => input)),
    output: addRanges(roles.map(({ output }) => output)),
    usd: addCosts(benchmarks.map(({ usd }) => usd)),
    unknownModels: [...new Set(unpriced.map(modelName))],
    observed: roles.flatMap(({ observed }) => observed),
    hidden: [...new Map(roles.flatMap(({ hidden }) => hidden).map((one) => [one.model, one])).values()],
    pricesAsOf,
  };
}

/** The models that a run calls; one that is not costs nothing, whatever its price. */
export function calledModels(
  { tutor, student, judges }: RunModels,
  calls: RunEstimate['calls'],
): readonly ManifestModel[] {
  return [
    ...(calls.tutor > 0 ? [tutor] : []),
    ...(calls.student > 0 && student !== undefined ? [student] : []),
    ...(calls.judge > 0 ? judges : []),
  ];
}

function benchmarkEstimate(
  session: RunSession,
  id: BenchmarkId,
  items: readonly WorkItem[],
  lengths: ObservedLengths,
): Omit<BenchmarkEstimate, 'id' | 'title'> {
  const { manifest } = session;
  const { student, judges } = askedRoles(manifest);
  const plays = new Map<string, { readonly item: WorkItem; count: number }>();
  for (const item of items) {
    const play = plays.get(item.sample.id) ?? { item, count: 0 };
    play.count += 1;
    plays.set(item.sample.id, play);
  }
  const tallies = { tutor: newTally(), student: newTally(), judge: newTally() };
  const said: TurnLengths = {
    reply: textTokens(lengths('tutor', manifest.tutor, id)) ?? replyTokens,
    student: (student && textTokens(lengths('student', student, id))) ?? studentTokens,
  };
  for (const { item, count } of plays.values()) {
    const plan = session.planOf(item);
    // Replies that are judged again are there already.
    const turns = hasGivenReplies(manifest) ? 0 : plan.studentTurns.length;
    const isModelled = student !== undefined && plan.modelledStudent !== undefined;
    for (const end of ends) {
      const add = (role: ModelRole, calls: number, { input, output }: Tokens): void => {
        const tally = tallies[role];
        if (end === 'low') tally.calls += count * calls;
        tally.input[end] += count * input;
        tally.output[end] += count * output;
      };
      if (turns > 0) add('tutor', turns, tutorTokens(plan, said, end));
      if (turns > 0 && isModelled) add('student', turns - 1, studentSide(plan, said, end));
      const reply = 'x'.repeat(Math.round(said.reply[end] * charactersPerToken[end]));
      const tasks = item.benchmark.judgements(item.sample, standInDialogue(plan, reply), [], session.policy);
      for (const task of tasks) if ('prompt' in task) add('judge', 1, judgeTokens(task.prompt, task.slots.length, end));
    }
  }
  const estimate = (role: ModelRole, models: readonly ManifestModel[]): RoleEstimate =>
    priced(tallies[role], models, manifest, (model) => lengths(role, model, id));
  const estimates = {
    tutor: estimate('tutor', [manifest.tutor]),
    student: estimate('student', student === undefined ? [] : [student]),
    judge: estimate('judge', judges),
  };
  const usd = addCosts(Object.values(estimates).map((one) => one.usd));
  return { samples: plays.size, plays: items.length, ...estimates, usd };
}

interface Tokens {
  readonly input: number;
  readonly output: number;
}

interface Tally {
  calls: number;
  readonly input: Record<End, number>;
  readonly output: Record<End, number>;
}

function newTally(): Tally {
  return { calls: 0, input: { low: 0, high: 0 }, output: { low: 0, high: 0 } };
}

/** The same calls made by each of `models`; where answers of a model were observed, their lengths count and not the usual ones. */
function priced(
  { calls, input, output: usual }: Tally,
  models: readonly ManifestModel[],
  { batch, createdAt: at }: RunManifest,
  observedOf: (model: ManifestModel) => ObservedLength | undefined,
): RoleEstimate {
  const sent = calls === 0 ? [] : models.filter((model) => !model.simulated);
  const each = sent.map((model) => {
    const observed = observedOf(model);
    const { provider, baseUrl, parameters, price: named } = model;
    // Billed as output.
    const hidden = expectedReasoning(factsOf(provider, model.model, baseUrl !== undefined), parameters?.effort);
    const perCall = observed ?? hidden;
    const most = { low: calls * perCall.low, high: calls * perCall.high };
    const output = observed === undefined ? addRanges([usual, most]) : most;
    const cost = (end: End): number | undefined => {
      // A provider may write all of it to its cache, which some charge more for.
      const cacheWrite = end === 'high' ? input[end] : 0;
      const usage = { input: input[end], output: output[end], cachedInput: 0, cacheWrite, batch };
      return costOf(model.model, usage, baseUrl, { calls, at, named });
    };
    const [low, high] = [cost('low'), cost('high')];
    const usd = low === undefined || high === undefined ? undefined : { low, high };
    return { observed, output, hidden: { model: modelName(model), ...hidden }, usd };
  });
  return {
    calls: calls * models.length,
    input: rounded(addRanges(each.map(() => input))),
    output: rounded(addRanges(each.map(({ output }) => output))),
    usd: addCosts(each.map(({ usd }) => usd)),
    observed: each.flatMap(({ observed }) => observed ?? []),
    hidden: each.flatMap(({ observed, hidden }) => (observed === undefined && hidden.high > 0 ? hidden : [])),
  };
}

/** Tokens of what is said in a turn, and sent again with every later one. */
interface TurnLengths {
  readonly reply: Range;
  readonly student: Range;
}

function textTokens(observed: ObservedLength | undefined): Range | undefined {
  if (observed === undefined) return undefined;
  const { low, high } = observed.characters;
  return { low: low / charactersPerToken.low, high: high / charactersPerToken.high };
}

/** All turns of a dialogue: each sends everything before it again. */
function tutorTokens(plan: DialoguePlan, said: TurnLengths, end: End): Tokens {
  const turns = plan.studentTurns.length;
  const given = tokensOf(plan.system, end) + messagesTokens(plan.opening, end);
  let input = 0;
  let before = 0;
  for (const [index, message] of plan.studentTurns.entries()) {
    const words = plan.modelledStudent !== undefined && index > 0 ? said.student[end] : messagesTokens([message], end);
    before += words + (index > 0 ? said.reply[end] : 0);
    input += given + before + frameTokens;
  }
  return { input, output: turns * Math.min(replyTokens[end], plan.decoding.maxOutputTokens) };
}

function studentSide(plan: DialoguePlan, said: TurnLengths, end: End): Tokens {
  const calls = plan.studentTurns.length - 1;
  const system = tokensOf(plan.modelledStudent?.system ?? '', end);
  // Before each call there is one more turn of both.
  const heard = ((calls * (calls + 1)) / 2) * (said.reply[end] + said.student[end]);
  return { input: calls * (system + frameTokens) + heard, output: calls * studentTokens[end] };
}

function judgeTokens({ fixed, material, question = '', images = [] }: JudgePrompt, verdicts: number, end: End): Tokens {
  const input = tokensOf(fixed + material + question, end) + images.length * imageTokens[end] + frameTokens;
  return { input, output: verdicts * verdictTokens[end] };
}

function messagesTokens(messages: DialoguePlan['opening'], end: End): number {
  return sum(messages.map(({ content, images = [] }) => tokensOf(content, end) + images.length * imageTokens[end]));
}

/** Chinese or Arabic may have a token a character and more, so the high end counts what is there by its script. */
function tokensOf(text: string, end: End): number {
  return end === 'high' ? mostTokens(text) : text.length / charactersPerToken.low;
}

function rounded({ low, high }: Range): Range {
  return { low: Math.round(low), high: Math.round(high) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}

/** Output tokens a call, as earlier runs had them: from the 10th to the 90th percentile of `calls` observations. */
interface ObservedLength {
  readonly role: ModelRole;
  readonly model: string;
  readonly benchmark: BenchmarkId;
  readonly calls: number;
  readonly low: number;
  readonly high: number;
  /** Characters of what was said, which may be far less: tokens of hidden reasoning are no part of it. */
  readonly characters: { readonly low: number; readonly high: number };
}

/** Observations below which the usual lengths say more. */
const enough = 10;
/** Observations that one model needs on a benchmark; more would only be read in vain. */
const plenty = 300;
const mostJournals = 6;

export type ObservedLengths = (role: ModelRole, model: ManifestModel, benchmark: string) => ObservedLength | undefined;

/**
 * Reads from the newest runs how long the answers of the coming run's models are, in the same role on the same
 * benchmark; for tutor and student only under the same placement and policy, which shape what they say. Answers from
 * the cache were counted where they were made.
 */
export async function observeLengths(coming: RunManifest, runs: AsyncIterable<RecentRun>): Promise<ObservedLengths> {
  const seen = new Map<string, Samples>();
  for (const { id: benchmark } of coming.benchmarks) {
    for (const [role, model] of rolesOf(coming)) {
      if (!model.simulated) seen.set(keyOf(role, model, benchmark), { role, model, benchmark, outputs: [], texts: [] });
    }
  }
  let read = 0;
  for await (const run of runs) {
    const wanted = [...seen.values()].filter(({ outputs }) => outputs.length < plenty);
    if (wanted.length === 0 || read >= mostJournals) break;
    if (!wanted.some((one) => fits(one, coming, run.manifest))) continue;
    read += 1;
    for (const record of await run.records()) {
      if (record.kind === 'status' || record.kind === 'limit' || record.usage === undefined || record.calls === 0)
        continue;
      if (!hasLikelyFigures(record)) continue;
      const found = sampled(record, run.manifest);
      const samples = found && seen.get(keyOf(found.role, found.model, found.benchmark));
      if (samples === undefined || !fits(samples, coming, run.manifest)) continue;
      // A step may have asked more than once; its tokens are of all of that.
      samples.outputs.push(record.usage.output / record.calls);
      samples.texts.push('raw' in record ? record.raw.length : 0);
    }
  }
  const known = new Map<string, ObservedLength>();
  for (const [key, { role, model, benchmark, outputs, texts }] of seen) {
    if (outputs.length < enough) continue;
    const found = { calls: outputs.length, ...middle(outputs), characters: middle(texts) };
    known.set(key, { role, model: modelName(model), benchmark, ...found });
  }
  return (role, model, benchmark) => known.get(keyOf(role, model, benchmark));
}

interface Samples {
  readonly role: ModelRole;
  readonly model: ManifestModel;
  readonly benchmark: BenchmarkId;
  readonly outputs: number[];
  readonly texts: number[];
}

function middle(values: readonly number[]): { readonly low: number; readonly high: number } {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { low: at(0.1), high: at(0.9) };
}

function rolesOf({ tutor, student, judges }: RunManifest): readonly (readonly [ModelRole, ManifestModel])[] {
  return [
    ['tutor', tutor],
    ...(student === undefined ? [] : ([['student', student]] as const)),
    ...judges.map((judge) => ['judge', judge] as const),
  ];
}

function fits({ role, model, benchmark }: Samples, coming: RunManifest, earlier: RunManifest): boolean {
  const entry = earlier.benchmarks.find(({ id }) => id === benchmark);
  const isThere = rolesOf(earlier).some(([other, one]) => keyOf(other, one, '') === keyOf(role, model, ''));
  if (entry === undefined || !isThere) return false;
  if (role === 'judge') return true;
  const planned = coming.benchmarks.find(({ id }) => id === benchmark);
  return entry.placement === planned?.placement && JSON.stringify(earlier.policy) === JSON.stringify(coming.policy);
}

function sampled(
  record: StepRecord,
  { tutor, student, judges }: RunManifest,
): Omit<Samples, 'outputs' | 'texts'> | undefined {
  const benchmark = record.item.slice(0, record.item.indexOf('/')) as BenchmarkId;
  if (record.kind === 'reply') return { role: 'tutor', model: tutor, benchmark };
  if (record.kind === 'student') return student && { role: 'student', model: student, benchmark };
  if (record.kind === 'failed') return undefined;
  const judge = judges.find((one) => modelName(one) === record.judgeModel);
  return judge && { role: 'judge', model: judge, benchmark };
}

function keyOf(role: ModelRole, model: ManifestModel, benchmark: string): string {
  return JSON.stringify([role, modelName(model), model.baseUrl ?? '', benchmark]);
}
