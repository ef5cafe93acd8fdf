import type { BenchmarkId } from '../benchmarks/benchmark';
import type { DialoguePlan } from '../dialogue/dialogue';
import type { JudgePrompt } from '../judging/judgeTask';
import { priceOf, pricesAsOf } from '../providers/prices';
import { askedRoles, hasGivenReplies, type ManifestModel, modelName, type RunModels } from '../store/runManifest';
import { addCosts, addRanges, type Range } from './estimateRange';
import { mostTokens } from './mostTokens';
import { ObservedLengths, type ObservedLength } from './observedLengths';
import { RoleTally, type End, type HiddenTokens, type RoleEstimate, type Tokens } from './roleTally';
import type { RunSession } from './runSession';
import { standInDialogue } from './standInDialogue';
import type { WorkItem } from './workItem';

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
  /** Where the lengths of answers are those of earlier runs; all others are usual ones. */
  readonly observed: readonly ObservedLength[];
  /** What is reckoned with for models that reason and were never observed; a model once. */
  readonly hidden: readonly HiddenTokens[];
  /** Day of the price list. */
  readonly pricesAsOf: string;
}

// Characters a token where the text is not there yet: English prose has about 4.5, formulas and other Latin languages about 3.
const charactersPerToken = { low: 4.5, high: 3 } as const;
// Short tutor replies have about 60 tokens; explanations with a worked example about 400.
const replyTokens = { low: 60, high: 400 } as const;
// A judge gives one or two sentences for each verdict it owes.
const verdictTokens = { low: 40, high: 150 } as const;
const studentTokens = { low: 8, high: 40 } as const;
const imageTokens = { low: 300, high: 1_600 } as const;
/** Roles and separators around the messages of a call. */
const frameTokens = 12;

/**
 * Counts a run's calls and what they would cost, without making any. Every distinct sample is looked at once. `lengths`: what
 * earlier runs tell of the models' answers.
 */
export function estimateRun(session: RunSession, lengths = new ObservedLengths()): RunEstimate {
  const { manifest } = session;
  const benchmarks = manifest.benchmarks.flatMap(({ id }) => {
    const items = session.items.filter((item) => item.benchmark.id === id);
    const [first] = items;
    return first === undefined
      ? []
      : [{ id, title: first.benchmark.title, ...benchmarkEstimate(session, items, lengths) }];
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
  items: readonly WorkItem[],
  lengths: ObservedLengths,
): Omit<BenchmarkEstimate, 'id' | 'title'> {
  const { tutor, batch, createdAt } = session.manifest;
  const { student, judges } = askedRoles(session.manifest);
  const plays = new Map<string, { readonly item: WorkItem; count: number }>();
  for (const item of items) {
    const known = plays.get(item.sample.id);
    if (known === undefined) plays.set(item.sample.id, { item, count: 1 });
    else known.count += 1;
  }
  const tutorTally = new RoleTally(batch, createdAt);
  const studentTally = new RoleTally(batch, createdAt);
  const judgeTally = new RoleTally(batch, createdAt);
  const id = items[0]?.benchmark.id ?? '';
  const said: Said = {
    reply: textTokens(lengths.of('tutor', tutor, id)) ?? replyTokens,
    student: (student && textTokens(lengths.of('student', student, id))) ?? studentTokens,
  };
  for (const { item, count } of plays.values()) {
    const plan = session.planOf(item);
    // Replies that are judged again are there already.
    const turns = hasGivenReplies(session.manifest) ? 0 : plan.studentTurns.length;
    if (turns > 0) tutorTally.add(count * turns, (end) => tutorTokens(plan, said, end), count);
    if (turns > 0 && student !== undefined && plan.modelledStudent !== undefined) {
      studentTally.add(count * (turns - 1), (end) => studentSide(plan, said, end), count);
    }
    for (const end of ['low', 'high'] as const) {
      const reply = 'x'.repeat(Math.round(said.reply[end] * charactersPerToken[end]));
      const tasks = item.benchmark
        .judgements(item.sample, standInDialogue(plan, reply), [], session.policy)
        .filter((task) => 'prompt' in task);
      for (const task of tasks) judgeTally.addEnd(end, count, judgeTokens(task.prompt, task.slots.length, end));
      if (end === 'low') judgeTally.calls += count * tasks.length;
    }
  }
  const estimates = {
    tutor: tutorTally.priced([tutor], (model) => lengths.of('tutor', model, id)),
    student: studentTally.priced(student === undefined ? [] : [student], (model) => lengths.of('student', model, id)),
    judge: judgeTally.priced(judges, (model) => lengths.of('judge', model, id)),
  };
  const usd = addCosts(Object.values(estimates).map((estimate) => estimate.usd));
  return { samples: plays.size, plays: items.length, ...estimates, usd };
}

/** Tokens of what is said in a turn, and sent again with every later one. */
interface Said {
  readonly reply: Range;
  readonly student: Range;
}

function textTokens(observed: ObservedLength | undefined): Range | undefined {
  if (observed === undefined) return undefined;
  const { low, high } = observed.characters;
  return { low: low / charactersPerToken.low, high: high / charactersPerToken.high };
}

/** All turns of a dialogue: each sends everything before it again. */
function tutorTokens(plan: DialoguePlan, said: Said, end: End): Tokens {
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

function studentSide(plan: DialoguePlan, said: Said, end: End): Tokens {
  const system = tokensOf(plan.modelledStudent?.system ?? '', end);
  let input = 0;
  for (let turn = 2; turn <= plan.studentTurns.length; turn += 1) {
    input += system + (turn - 1) * (said.reply[end] + said.student[end]) + frameTokens;
  }
  return { input, output: (plan.studentTurns.length - 1) * studentTokens[end] };
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

function isPriced(model: ManifestModel): boolean {
  return model.simulated || priceOf(model.model, model.baseUrl, model.price) !== undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
