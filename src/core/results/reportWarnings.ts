import type { RunSession } from '../run/runSession';
import { isEditorModel } from '../providers/editorProvider';
import { factsOf, type ModelFacts, refusesTemperature } from '../providers/modelFacts';
import type { ModelParameters } from '../prompt/modelParameters';
import { priceOf } from '../providers/prices';
import type { SentForm } from '../providers/provider';
import {
  askedModels,
  isPeople,
  type ManifestModel,
  modelName,
  modelsOf,
  type RunManifest,
  simulatedPartsOf,
} from '../store/runManifest';
import { boundedText } from '../text/boundedText';
import { countOf, countWords, verbFor } from '../text/countWords';
import type { Play } from './play';
import type { BenchmarkReport, ReportWarning, RunHeader } from './reportModel';
import { shutdownNotes } from './shutdownNotes';
import { understoodWords } from './understoodPrompt';

/** Below this share of usable verdicts a run says so. */
const enoughCoverage = 0.95;
/** Plan warnings and damaged parts named one by one; the rest is counted. */
const mostNamed = 5;

/** All that a reader must know before the numbers, gravest first. */
export function reportWarnings(
  session: RunSession,
  run: RunHeader,
  benchmarks: readonly BenchmarkReport[],
  played: readonly { readonly plays: readonly Play[] }[],
): readonly ReportWarning[] {
  const several = benchmarks.length > 1;
  const plays = played.flatMap((one) => one.plays);
  const sent = sentByModel(session.manifest, plays);
  return [
    ...statusWarning(run, benchmarks),
    ...recordedWarning(session.manifest),
    ...simulatedWarning(session.manifest, run),
    ...studentWarning(session.manifest, played),
    ...sameModelWarning(session.manifest),
    ...temperatureWarning(session.manifest, sent),
    ...shutdownNotes(askedModels(session.manifest), session.manifest.createdAt).map((message): ReportWarning => ({
      kind: 'shutdown',
      message,
    })),
    ...uncountedWarning(session),
    ...editorModelWarning(session.manifest),
    ...sentWarnings(session.manifest, sent),
    ...wordingWarning(session.manifest, benchmarks),
    ...benchmarks.flatMap((benchmark, index) =>
      benchmarkWarnings(benchmark, run, several ? `${benchmark.title}: ` : '', played[index]?.plays ?? []),
    ),
    ...imageWarnings(plays),
    ...truncatedWarning(plays),
    ...skippedWarnings(session.manifest, benchmarks),
    ...listed('samples', session.problems, 'damaged part of the run', 'damaged parts of the run'),
    ...listed('variables', planWarnings(plays), 'note on the prompt', 'notes on the prompt'),
  ];
}

const endings: Readonly<Partial<Record<RunHeader['status'], string>>> = {
  incomplete: 'Some calls failed for good.',
  cancelled: 'The run was cancelled.',
  interrupted: 'The run was interrupted.',
  failed: 'The run failed.',
  overBudget: 'The run stopped at a cap.',
};

function statusWarning(run: RunHeader, benchmarks: readonly BenchmarkReport[]): readonly ReportWarning[] {
  const ending = endings[run.status];
  if (ending === undefined) return [];
  const planned = benchmarks.reduce((sum, benchmark) => sum + benchmark.planned, 0);
  const done = benchmarks.reduce((sum, { cases }) => sum + cases.filter(({ status }) => status === 'judged').length, 0);
  const detail = run.statusDetail === undefined ? ending : boundedText(run.statusDetail);
  return [
    {
      kind: 'status',
      message: `${countOf(done, planned, 'case', 'cases')} ${verbFor(done, 'is', 'are')} finished. ${detail}`,
    },
  ];
}

/** Replies that nobody was asked for, and verdicts that people gave. */
function recordedWarning({ recorded, judges }: RunManifest): readonly ReportWarning[] {
  const people = judges.filter(isPeople).map(modelName);
  const given =
    people.length === 0 ? [] : [`The verdicts of ${people.join(', ')} are labels that people gave; no model judged.`];
  if (recorded === undefined) return given.map((message) => ({ kind: 'recorded', message }));
  const { name, about, missing, unused } = recorded;
  const parts = [
    about ?? `The replies were recorded elsewhere (${name}); no tutor was asked for them.`,
    ...given,
    ...(missing === 0
      ? []
      : [
          `${countWords(missing, 'sample has', 'samples have')} no recorded reply and ${verbFor(missing, 'is', 'are')} not in this run.`,
        ]),
    ...(unused === 0
      ? []
      : [`${countWords(unused, 'record', 'records')} of the file ${verbFor(unused, 'is', 'are')} not used.`]),
  ];
  return [{ kind: 'recorded', message: boundedText(parts.join(' '), 1_000) }];
}

/** Scores by another wording are other scores, and nobody has checked it unless a trust card of it stands beside them. */
function wordingWarning(
  { judges, benchmarks: entries }: RunManifest,
  benchmarks: readonly BenchmarkReport[],
): readonly ReportWarning[] {
  return entries.flatMap(({ id, wordings = [] }): readonly ReportWarning[] => {
    if (wordings.length === 0) return [];
    const named = [...new Set(wordings.flatMap((wording) => wording.judges))].join(', ');
    const files = wordings.map(({ file }) => file).join(', ');
    const offline = judges.some(({ simulated }) => simulated) ? ' The offline judge reads no wording.' : '';
    const message = `Own judge wording for ${titleOf(id, benchmarks)}: ${boundedText(named)} (${boundedText(files)}). These scores do not compare with those by the built-in text.${offline} To check it against people: tutor-prompt-lab calibrate ${id} GOLD --judge MODEL --judge-wording DIR.`;
    return [{ kind: 'wording', message }];
  });
}

/** A model may refuse or ignore a temperature, always or while it reasons; the benchmark's fixed value is then not in force. */
function temperatureWarning(manifest: RunManifest, sent: SentByModel): readonly ReportWarning[] {
  const factsFor = ({ provider, model, baseUrl }: ManifestModel): ModelFacts =>
    factsOf(provider, model, baseUrl !== undefined);
  // What calls say of themselves is surer than a table.
  const models = modelsOf(manifest).filter(
    (model) =>
      !model.simulated && !sent.has(modelName(model)) && refusesTemperature(factsFor(model), model.parameters?.effort),
  );
  if (models.length === 0) return [];
  const namesOf = (some: readonly ManifestModel[]): string => [...new Set(some.map(modelName))].join(', ');
  const canTakeOne = models.filter((model) => {
    const { temperature, efforts } = factsFor(model);
    return temperature === 'withoutReasoning' && efforts.includes('none');
  });
  const mend = canTakeOne.length === 0 ? '' : ` With effort none it can be set for ${namesOf(canTakeOne)}.`;
  const message = `No temperature can be set for ${namesOf(models)}, so the benchmark’s fixed value is not in force; replies and verdicts may vary more between runs.${mend}`;
  return [{ kind: 'decoding', message }];
}

/** What an answer without a count of tokens cost is not known; caps reckon with the most. */
function uncountedWarning({ manifest, state }: RunSession): readonly ReportWarning[] {
  const names = [...new Set(modelsOf(manifest).filter(isPriced).map(modelName))];
  const calls = names.reduce((sum, name) => sum + (state.uncounted.get(name) ?? 0), 0);
  if (calls === 0) return [];
  const message = `${countWords(calls, 'call was', 'calls were')} answered without a count of tokens: the cost shown leaves ${calls === 1 ? 'it' : 'them'} out. A cap on the cost counts the most that ${calls === 1 ? 'it' : 'each'} can have cost.`;
  return [{ kind: 'cost', message }];
}

function isPriced({ simulated, model, baseUrl, price }: ManifestModel): boolean {
  return !simulated && priceOf(model, baseUrl, price) !== undefined;
}

function simulatedWarning(
  manifest: RunManifest,
  { learnedJudges = [], understood }: RunHeader,
): readonly ReportWarning[] {
  const { judges } = manifest;
  const simulated = judges.filter((judge) => judge.simulated).length;
  const verdicts =
    simulated === judges.length
      ? 'the verdicts'
      : `the verdicts of ${countOf(simulated, judges.length, 'judge', 'judges')}`;
  const judgePart = learnedJudges.length === 0 ? verdicts : `${verdicts} (but for ${listWords(learnedJudges)})`;
  const words = { tutor: 'the replies', student: 'the student’s words', judge: judgePart };
  // Where there are no scores, there are no verdicts.
  const parts = simulatedPartsOf(manifest).flatMap((part) =>
    part === 'judge' && understood?.understood === 0 ? [] : words[part],
  );
  if (parts.length === 0) return [];
  const numbers = understood?.understood === 0 ? '' : ' The numbers say how the tool works, not how a tutor teaches.';
  const adds = manifest.benchmarks.some(({ placement }) => placement === 'own+instructions');
  const instructions = adds ? ' It does not read the instructions that a benchmark adds.' : '';
  const read = understood === undefined ? '' : ` ${understoodWords(understood)}${instructions}`;
  const message = `Simulated: ${listWords(parts)} come from rules, not from a model.${numbers}${read}`;
  return [{ kind: 'simulated', message }];
}

/** A student who answers what the tutor says is another experiment than the paper's script. */
function studentWarning(
  { student }: RunManifest,
  played: readonly { readonly plays: readonly Play[] }[],
): readonly ReportWarning[] {
  if (student === undefined) return [];
  const titles = played.flatMap(({ plays: [first] }) =>
    first?.dialogue.plan.modelledStudent === undefined ? [] : [first.item.benchmark.title],
  );
  const message = `The student of ${listWords(titles)} is played by ${modelName(student)}, not by the script: those numbers are not comparable with scripted runs.`;
  return [{ kind: 'student', message }];
}

/** Samples that a tutor without vision was not asked, and verdicts of judges that could not see the images. */
function imageWarnings(plays: readonly Play[]): readonly ReportWarning[] {
  const warnings: ReportWarning[] = [];
  const skipped = plays.filter(({ dialogue }) => dialogue.status === 'notApplicable').length;
  if (skipped > 0) {
    const message = `${countOf(skipped, plays.length, 'play', 'plays')} ${verbFor(skipped, 'has', 'have')} images that the tutor model does not take and ${verbFor(skipped, 'was', 'were')} skipped. Scores over all samples are not available; those of text samples are.`;
    warnings.push({ kind: 'images', message });
  }
  const blind = plays.flatMap(({ state }) =>
    [...state.answers.values()].flatMap((answers) =>
      [...answers.values()].filter((record) => record.withoutImages === true),
    ),
  ).length;
  if (blind > 0) {
    const message = `${countWords(blind, 'judgement was', 'judgements were')} made without the sample’s images, from their descriptions: the judge model takes no images. What the reply saw in the image, and every score that holds it, rests on those words.`;
    warnings.push({ kind: 'images', message });
  }
  return warnings;
}

function listWords(parts: readonly string[]): string {
  const [last = '', ...before] = [...parts].reverse();
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`;
}

function sameModelWarning({ tutor, judges }: RunManifest): readonly ReportWarning[] {
  const same = judges.some((judge) => modelName(judge) === modelName(tutor) && judge.baseUrl === tutor.baseUrl);
  if (!same || tutor.simulated) return [];
  const message = `Tutor and judge are the same model, ${modelName(tutor)}: models tend to judge their own replies kindly.`;
  return [{ kind: 'sameModel', message }];
}

/** What other extensions pass to their models, and which model it is on a given day, is not in our hands. */
function editorModelWarning(manifest: RunManifest): readonly ReportWarning[] {
  const names = [
    ...new Set(
      modelsOf(manifest)
        .filter((model) => isEditorModel(model.provider))
        .map(modelName),
    ),
  ];
  if (names.length === 0) return [];
  const message = `Not reproducible: ${listWords(names)} ${verbFor(names.length, 'is a model', 'are models')} of VS Code. The prompt went as the first user message, as VS Code has no system message. No temperature and no token limit can be set. The extension behind it may add text of its own, and may change the model behind the name without notice.`;
  return [{ kind: 'editorModel', message }];
}

function benchmarkWarnings(
  benchmark: BenchmarkReport,
  run: RunHeader,
  place: string,
  plays: readonly Play[],
): readonly ReportWarning[] {
  const { noReply, refused, failed, planned, judgeFailed, verdicts, coverage } = benchmark;
  const warnings: ReportWarning[] = [];
  if (coverage !== undefined && coverage < enoughCoverage && run.status !== 'running') {
    const message =
      coverage === 0
        ? `${place}No verdict could be used, so there are no scores.`
        : `${place}${percent(coverage)} of the verdicts owed are usable, less than 95%. The numbers speak for those only.`;
    warnings.push({ kind: 'coverage', message });
  }
  if (noReply > 0) {
    const message = `${place}${countOf(noReply, planned, 'reply', 'replies')} ${verbFor(noReply, 'is', 'are')} empty and left out of all metrics.`;
    warnings.push({ kind: 'noReply', message });
  }
  if (refused > 0) {
    const message = `${place}${countOf(refused, planned, 'reply', 'replies')} ${verbFor(refused, 'was', 'were')} refused by the tutor model or its provider and left out of all metrics.`;
    warnings.push({ kind: 'refused', message });
  }
  if (failed > 0) {
    const message = `${place}${countOf(failed, planned, 'reply', 'replies')} could not be had from the tutor and ${verbFor(failed, 'is', 'are')} left out of all metrics.${firstCause(plays)}`;
    warnings.push({ kind: 'noReply', message });
  }
  if (judgeFailed > 0) {
    const refusals = plays.flatMap(({ state }) => [...state.answers.values()].flatMap((by) => [...by.values()]));
    const refusedTasks = refusals.filter((record) => record.refused === true).length;
    const why = refusedTasks === 0 ? '' : ` The judge refused to answer ${countWords(refusedTasks, 'time', 'times')}.`;
    const message = `${place}${countOf(judgeFailed, verdicts, 'verdict', 'verdicts')} ${verbFor(judgeFailed, 'is', 'are')} unscored and left out of the metric concerned.${why}`;
    warnings.push({ kind: 'unscored', message });
  }
  return warnings;
}

/** Why the first of them could not be had: most often all have the same cause. */
function firstCause(plays: readonly Play[]): string {
  const reason = plays.find(({ dialogue }) => dialogue.status === 'failed')?.dialogue.failure?.reason;
  return reason === undefined ? '' : ` The first one: ${boundedText(reason)}`;
}

/** One decimal, cut and not rounded, so that 94.96 % is not printed as the 95 % it falls short of. */
function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)}%`;
}

/** Of replies that a judge has spoken about; the others say for themselves why they have no verdict. */
function truncatedWarning(plays: readonly Play[]): readonly ReportWarning[] {
  const replies = plays.filter(({ state }) => state.answers.size > 0).flatMap(({ dialogue }) => dialogue.replies);
  const cut = replies.filter(({ finish }) => finish === 'length').length;
  if (cut === 0) return [];
  const message = `${countOf(cut, replies.length, 'judged reply', 'judged replies')} ${verbFor(cut, 'was', 'were')} cut off at the token limit and judged in that form.`;
  return [{ kind: 'truncated', message }];
}

function skippedWarnings(
  { benchmarks: entries }: RunManifest,
  benchmarks: readonly BenchmarkReport[],
): readonly ReportWarning[] {
  const skipped = entries.flatMap(({ id, skipped: count, source }): readonly ReportWarning[] => {
    if (count === 0) return [];
    const message = `${countWords(count, 'record', 'records')} of ${boundedText(source.name)} could not be used for ${titleOf(id, benchmarks)}.`;
    return [{ kind: 'samples', message }];
  });
  const missing = entries.flatMap(({ id, samples }): readonly ReportWarning[] => {
    const found = benchmarks.find((benchmark) => benchmark.id === id)?.samples ?? 0;
    if (found >= samples) return [];
    const message = `${countOf(samples - found, samples, 'stored sample', 'stored samples')} of ${titleOf(id, benchmarks)} could not be read.`;
    return [{ kind: 'samples', message }];
  });
  return [...skipped, ...missing];
}

function titleOf(id: string, benchmarks: readonly BenchmarkReport[]): string {
  return benchmarks.find((benchmark) => benchmark.id === id)?.title ?? id;
}

function planWarnings(plays: readonly Play[]): readonly string[] {
  return [...new Set(plays.flatMap(({ dialogue }) => dialogue.plan.warnings))];
}

function listed(
  kind: ReportWarning['kind'],
  messages: readonly string[],
  one: string,
  many: string,
): readonly ReportWarning[] {
  const distinct = [...new Set(messages)];
  const rest = distinct.length - mostNamed;
  return [
    ...distinct.slice(0, mostNamed).map((message): ReportWarning => ({ kind, message: boundedText(message) })),
    ...(rest > 0 ? [{ kind, message: `${countWords(rest, `more ${one}`, `more ${many}`)}.` }] : []),
  ];
}

/** What was asked of a model and did not go out with its calls, as its server refuses it. */
interface LeftOut {
  temperature: number | undefined;
  effort: ModelParameters['effort'];
  structured: boolean;
}

/** Judges are asked at this temperature unless the user sets another. */
const judgeTemperature = 0;

/** What went out with the calls of a run, by the names of the tutor and judges whose records say it. */
type SentByModel = ReadonlyMap<string, LeftOut>;

/** Reads from the records of a run what its models were asked and did not take. */
function sentByModel({ tutor, judges }: RunManifest, plays: readonly Play[]): SentByModel {
  const found = new Map<string, LeftOut>();
  const note = (model: ManifestModel, asked: number | undefined, form: SentForm | undefined): void => {
    if (form === undefined) return;
    const { effort, temperature = asked } = model.parameters ?? {};
    const name = modelName(model);
    const known = found.get(name) ?? { temperature: undefined, effort: undefined, structured: false };
    if (temperature !== undefined && form.temperature === undefined) known.temperature = temperature;
    if (effort !== undefined && form.effort === undefined) known.effort = effort;
    if (form.structured === 'none') known.structured = true;
    found.set(name, known);
  };
  const judgeOf = new Map(judges.map((judge) => [modelName(judge), judge]));
  for (const { state, dialogue } of plays) {
    for (const { form } of state.replyRecords) note(tutor, dialogue.plan.decoding.temperature, form);
    for (const [name, answers] of state.answers) {
      const judge = judgeOf.get(name);
      for (const { form } of answers.values()) if (judge !== undefined) note(judge, judgeTemperature, form);
    }
  }
  return found;
}

/** A sentence for each model that was asked in another way than was meant. */
function sentWarnings({ tutor, judges }: RunManifest, sent: SentByModel): readonly ReportWarning[] {
  return [...sent].flatMap(([name, { temperature, effort, structured }]): readonly ReportWarning[] => {
    const parts = [
      ...(temperature === undefined ? [] : [`no temperature, though ${temperature} was asked for`]),
      ...(effort === undefined ? [] : [`no effort, though “${effort}” was asked for`]),
      ...(structured ? ['no form for answers in JSON, so they rest on the words of the judge’s prompt'] : []),
    ];
    if (parts.length === 0) return [];
    const model = [tutor, ...judges].find((one) => modelName(one) === name);
    const facts = model && factsOf(model.provider, model.model, model.baseUrl !== undefined);
    const canTakeOne =
      temperature !== undefined && facts?.temperature === 'withoutReasoning' && facts.efforts.includes('none');
    const mend = canTakeOne ? ' With effort none it takes a temperature.' : '';
    const message = `${name} takes ${parts.join('; ')}. Replies and verdicts may vary more between runs.${mend}`;
    return [{ kind: 'decoding', message }];
  });
}
