import type { BenchmarkId } from '../benchmarks/benchmark';
import type { DialoguePlan } from '../dialogue/dialogue';
import type { JudgePrompt } from '../judging/judgeTask';
import { costOf, pricesAsOf } from '../providers/prices';
import { modelName, type ManifestModel, type RunModels } from '../store/runManifest';
import type { RunSession } from './runSession';
import { standInDialogue } from './standInDialogue';
import type { WorkItem } from './workItem';

/** Between the least and the most that is to be expected. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** What one role's calls come to. Tokens are of all calls together; 0 for simulated models, which are sent nothing. */
export interface RoleEstimate {
  readonly calls: number;
  readonly input: Range;
  readonly output: Range;
  /** US dollars; `undefined` where a model in use has no known price. */
  readonly usd: Range | undefined;
}

/** What one benchmark of a run comes to. */
export interface BenchmarkEstimate {
  readonly id: BenchmarkId;
  readonly title: string;
  readonly samples: number;
  readonly plays: number;
  readonly tutor: RoleEstimate;
  readonly student: RoleEstimate;
  /** Over all judge models. */
  readonly judge: RoleEstimate;
  readonly usd: Range | undefined;
}

/** What a run comes to if every call is answered at the first asking; judges that depend on another verdict are not in it. */
export interface RunEstimate {
  readonly benchmarks: readonly BenchmarkEstimate[];
  readonly calls: { readonly tutor: number; readonly student: number; readonly judge: number };
  readonly input: Range;
  readonly output: Range;
  readonly usd: Range | undefined;
  readonly unknownModels: readonly string[];
  /** Day of the price list. */
  readonly pricesAsOf: string;
}

/** Which end of the range is computed. */
type End = 'low' | 'high';

// Characters a token: English prose has about 4.5, formulas and other languages about 3.
const charactersPerToken = { low: 4.5, high: 3 } as const;
// Short tutor replies have about 60 tokens; explanations with a worked example about 400.
const replyTokens = { low: 60, high: 400 } as const;
// A judge gives one or two sentences for each verdict it owes.
const verdictTokens = { low: 40, high: 150 } as const;
const studentTokens = { low: 8, high: 40 } as const;
const imageTokens = { low: 300, high: 1_600 } as const;
/** Roles and separators around the messages of a call. */
const frameTokens = 12;

/** Counts a run's calls and what they would cost, without making any. Every distinct sample is looked at once. */
export function estimateRun(session: RunSession): RunEstimate {
  const { manifest } = session;
  const benchmarks = manifest.benchmarks.flatMap(({ id }) => {
    const items = session.items.filter((item) => item.benchmark.id === id);
    const [first] = items;
    return first === undefined ? [] : [{ id, title: first.benchmark.title, ...benchmarkEstimate(session, items) }];
  });
  const roles = benchmarks.flatMap(({ tutor, student, judge }) => [tutor, student, judge]);
  const calls = {
    tutor: sum(benchmarks.map(({ tutor }) => tutor.calls)),
    student: sum(benchmarks.map(({ student }) => student.calls)),
    judge: sum(benchmarks.map(({ judge }) => judge.calls)),
  };
  const unknownModels = calledModels(manifest, calls)
    .filter((model) => !isPriced(model))
    .map(modelName);
  return {
    benchmarks,
    calls,
    input: addRanges(roles.map(({ input }) => input)),
    output: addRanges(roles.map(({ output }) => output)),
    usd: addCosts(benchmarks.map(({ usd }) => usd)),
    unknownModels: [...new Set(unknownModels)],
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

function benchmarkEstimate(session: RunSession, items: readonly WorkItem[]): Omit<BenchmarkEstimate, 'id' | 'title'> {
  const { tutor, student, judges, rejudgedFrom, batch } = session.manifest;
  const plays = new Map<string, { readonly item: WorkItem; count: number }>();
  for (const item of items) {
    const known = plays.get(item.sample.id);
    if (known === undefined) plays.set(item.sample.id, { item, count: 1 });
    else known.count += 1;
  }
  const tutorTally = new Tally(batch);
  const studentTally = new Tally(batch);
  const judgeTally = new Tally(batch);
  for (const { item, count } of plays.values()) {
    const plan = session.planOf(item);
    // Replies that are judged again are there already.
    const turns = rejudgedFrom === undefined ? plan.studentTurns.length : 0;
    if (turns > 0) tutorTally.add(count * turns, (end) => tutorTokens(plan, end), count);
    if (turns > 0 && student !== undefined && plan.modelledStudent !== undefined) {
      studentTally.add(count * (turns - 1), (end) => studentSide(plan, end), count);
    }
    for (const end of ['low', 'high'] as const) {
      const reply = 'x'.repeat(Math.round(replyTokens[end] * charactersPerToken[end]));
      const tasks = item.benchmark
        .judgements(item.sample, standInDialogue(plan, reply), [], session.policy)
        .filter((task) => 'prompt' in task);
      for (const task of tasks) judgeTally.addEnd(end, count, judgeTokens(task.prompt, task.slots.length, end));
      if (end === 'low') judgeTally.calls += count * tasks.length;
    }
  }
  const estimates = {
    tutor: tutorTally.priced([tutor]),
    student: studentTally.priced(student === undefined ? [] : [student]),
    judge: judgeTally.priced(judges),
  };
  const usd = addCosts(Object.values(estimates).map((estimate) => estimate.usd));
  return { samples: plays.size, plays: items.length, ...estimates, usd };
}

interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Adds up calls and tokens of one role. */
class Tally {
  calls = 0;
  readonly #input = { low: 0, high: 0 };
  readonly #output = { low: 0, high: 0 };
  readonly #batch: true | undefined;

  /** `batch`: whether the price of batches counts. */
  constructor(batch: true | undefined) {
    this.#batch = batch;
  }

  add(calls: number, tokens: (end: End) => Tokens, count: number): void {
    this.calls += calls;
    for (const end of ['low', 'high'] as const) this.addEnd(end, count, tokens(end));
  }

  addEnd(end: End, count: number, { input, output }: Tokens): void {
    this.#input[end] += count * input;
    this.#output[end] += count * output;
  }

  /** The same calls made by each of `models`. */
  priced(models: readonly ManifestModel[]): RoleEstimate {
    const sent = this.calls === 0 ? [] : models.filter((model) => !model.simulated);
    const scaled = (range: Range): Range => ({
      low: Math.round(range.low * sent.length),
      high: Math.round(range.high * sent.length),
    });
    const usd = addCosts(sent.map((model) => this.#cost(model)));
    return { calls: this.calls * models.length, input: scaled(this.#input), output: scaled(this.#output), usd };
  }

  #cost(model: ManifestModel): Range | undefined {
    const cost = (end: End): number | undefined => {
      const usage = { input: this.#input[end], output: this.#output[end], cachedInput: 0, batch: this.#batch };
      return costOf(model.model, usage, model.baseUrl);
    };
    const low = cost('low');
    const high = cost('high');
    return low === undefined || high === undefined ? undefined : { low, high };
  }
}

/** All turns of a dialogue: each sends everything before it again. */
function tutorTokens(plan: DialoguePlan, end: End): Tokens {
  const turns = plan.studentTurns.length;
  const given = tokensOf(plan.system, end) + messagesTokens(plan.opening, end);
  let input = 0;
  let said = 0;
  for (const [index, message] of plan.studentTurns.entries()) {
    const words = plan.modelledStudent !== undefined && index > 0 ? studentTokens[end] : messagesTokens([message], end);
    said += words + (index > 0 ? replyTokens[end] : 0);
    input += given + said + frameTokens;
  }
  return { input, output: turns * Math.min(replyTokens[end], plan.decoding.maxOutputTokens) };
}

function studentSide(plan: DialoguePlan, end: End): Tokens {
  const system = tokensOf(plan.modelledStudent?.system ?? '', end);
  let input = 0;
  for (let turn = 2; turn <= plan.studentTurns.length; turn += 1) {
    input += system + (turn - 1) * (replyTokens[end] + studentTokens[end]) + frameTokens;
  }
  return { input, output: (plan.studentTurns.length - 1) * studentTokens[end] };
}

function judgeTokens({ fixed, material, images = [] }: JudgePrompt, verdicts: number, end: End): Tokens {
  const input = tokensOf(fixed, end) + tokensOf(material, end) + images.length * imageTokens[end] + frameTokens;
  return { input, output: verdicts * verdictTokens[end] };
}

function messagesTokens(messages: DialoguePlan['opening'], end: End): number {
  return sum(messages.map(({ content, images = [] }) => tokensOf(content, end) + images.length * imageTokens[end]));
}

function tokensOf(text: string, end: End): number {
  return text.length / charactersPerToken[end];
}

function isPriced(model: ManifestModel): boolean {
  return model.simulated || costOf(model.model, { input: 1, output: 1, cachedInput: 0 }, model.baseUrl) !== undefined;
}

function addRanges(ranges: readonly Range[]): Range {
  return { low: sum(ranges.map(({ low }) => low)), high: sum(ranges.map(({ high }) => high)) };
}

function addCosts(costs: readonly (Range | undefined)[]): Range | undefined {
  const known = costs.filter((cost) => cost !== undefined);
  return known.length < costs.length ? undefined : addRanges(known);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
