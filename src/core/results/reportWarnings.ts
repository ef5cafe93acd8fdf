import { isEditorModel } from '../providers/editorProvider';
import { factsOf, type ModelFacts, refusesTemperature } from '../providers/modelFacts';
import { priceOf } from '../providers/prices';
import type { SentForm } from '../providers/provider';
import type { RunSession } from '../run/runSession';
import { savedWords } from '../run/savedCalls';
import type { ManifestModel, RunManifest } from '../store/runManifest';
import { askedModels, isPeople, modelName, modelsOf, simulatedPartsOf } from '../store/runManifest';
import { boundedText } from '../text/readableText';
import { countOf, countWords, listWords, numberMarks, t, verbFor } from '../text/countWords';
import { exploredWords } from './explored';
import type { Trial } from './trial';
import type { BenchmarkReport, ReportWarning, RunHeader } from './reportModel';
import { shutdownNotes } from './shutdownNotes';
import { understoodWords } from './understoodPrompt';

const enoughCoverage = 0.95;
/** Plan warnings and damaged parts that are listed; the rest are counted. */
const mostNamed = 5;

type Said = string | false | undefined | readonly string[];

/** Most serious first. */
export function reportWarnings(
  session: RunSession,
  run: RunHeader,
  benchmarks: readonly BenchmarkReport[],
  played: readonly { readonly trials: readonly Trial[] }[],
): readonly ReportWarning[] {
  const { manifest } = session;
  const trials = played.flatMap((one) => one.trials);
  const notes = trials.flatMap(({ dialogue }) => dialogue.plan.warnings);
  const titleOf = (id: string): string => benchmarks.find((benchmark) => benchmark.id === id)?.title ?? id;
  const found: readonly (readonly [kind: ReportWarning['kind'], said: Said])[] = [
    ['status', statusWarning(run, benchmarks)],
    ['saved', savedWarning(run)],
    ['explore', exploredWords(manifest, benchmarks)],
    ['recorded', recordedWarning(manifest)],
    ['simulated', simulatedWarning(manifest, run)],
    ['student', studentWarning(manifest, played)],
    ['sameModel', sameModelWarning(manifest)],
    ['decoding', decodingWarnings(manifest, trials)],
    ['shutdown', shutdownNotes(askedModels(manifest), manifest.createdAt)],
    ['cost', uncountedWarning(session)],
    ['editorModel', editorModelWarning(manifest)],
    ['override', overrideWarnings(manifest, titleOf)],
    ...benchmarks.flatMap((benchmark, index) => {
      const where = benchmarks.length > 1 ? `${benchmark.title}: ` : '';
      return benchmarkWarnings(benchmark, run, where, played[index]?.trials ?? []);
    }),
    ['images', imageWarnings(trials)],
    ['truncated', truncatedWarning(trials)],
    ['samples', sampleWarnings(session, titleOf)],
    [
      'samples',
      listed(session.problems, (rest) =>
        countWords(rest, 'more damaged part of the run', 'more damaged parts of the run'),
      ),
    ],
    ['variables', listed(notes, (rest) => countWords(rest, 'more note on the prompt', 'more notes on the prompt'))],
  ];
  return found.flatMap(([kind, said]) =>
    [said].flat().flatMap((message) => (message === undefined || message === false ? [] : [{ kind, message }])),
  );
}

const endings: Readonly<Partial<Record<RunHeader['status'], string>>> = {
  incomplete: t`Some calls failed for good.`,
  cancelled: t`The run was cancelled.`,
  interrupted: t`The run was interrupted.`,
  failed: t`The run failed.`,
  overBudget: t`The run stopped at a cap.`,
};

function statusWarning({ status, statusDetail }: RunHeader, benchmarks: readonly BenchmarkReport[]): Said {
  const ending = endings[status];
  const planned = benchmarks.reduce((sum, benchmark) => sum + benchmark.planned, 0);
  const done = benchmarks.flatMap(({ cases }) => cases.filter((one) => one.status === 'judged')).length;
  const detail = statusDetail === undefined ? (ending ?? '') : boundedText(statusDetail);
  return ending && t`${countOf(done, planned, 'case', 'cases')} ${verbFor(done, 'is', 'are')} finished. ${detail}`;
}

function savedWarning({ saved, statusDetail }: RunHeader): Said {
  if (saved === undefined) return undefined;
  const sentences = [savedWords(saved)];
  if (saved.units === undefined) sentences.unshift(t`Judged for targets and guards only:`);
  else if (statusDetail !== undefined) sentences.unshift(boundedText(statusDetail));
  return sentences.join(' ');
}

function recordedWarning({ recorded, judges }: RunManifest): Said {
  const people = judges.filter(isPeople).map(modelName);
  const given = t`The verdicts of ${people.join(', ')} are labels that people gave; no model judged.`;
  if (recorded === undefined) return people.length > 0 && given;
  const { name, about, missing, unused } = recorded;
  const parts = [about ?? t`The replies were recorded elsewhere (${name}); no tutor was asked for them.`];
  if (people.length > 0) parts.push(given);
  const lacking = t`${countWords(missing, 'sample has', 'samples have')} no recorded reply`;
  if (missing > 0) parts.push(t`${lacking} and ${verbFor(missing, 'is', 'are')} not in this run.`);
  const records = countWords(unused, 'record', 'records');
  if (unused > 0) parts.push(t`${records} of the file ${verbFor(unused, 'is', 'are')} not used.`);
  return boundedText(parts.join(' '), 1_000);
}

function simulatedWarning(manifest: RunManifest, { understood }: RunHeader): Said {
  const { judges } = manifest;
  const simulated = judges.filter((judge) => judge.simulated).length;
  const by = simulated === judges.length ? '' : t` of ${countOf(simulated, judges.length, 'judge', 'judges')}`;
  const words = { tutor: t`the replies`, student: t`the student’s words`, judge: t`the verdicts${by}` };
  // Where there are no scores, there are no verdicts.
  const hasScores = understood?.understood !== 0;
  const parts = simulatedPartsOf(manifest).filter((part) => part !== 'judge' || hasScores);
  if (parts.length === 0) return undefined;
  const sentences = [t`Simulated: ${listWords(parts.map((part) => words[part]))} come from rules, not from a model.`];
  if (hasScores) sentences.push(t`The numbers say how the tool works, not how a tutor teaches.`);
  if (understood !== undefined) sentences.push(understoodWords(understood));
  if (understood !== undefined && manifest.benchmarks.some(({ placement }) => placement === 'own+instructions'))
    sentences.push(t`It does not read the instructions that a benchmark adds.`);
  return sentences.join(' ');
}

function studentWarning({ student }: RunManifest, played: readonly { readonly trials: readonly Trial[] }[]): Said {
  if (student === undefined) return undefined;
  const titles = played.flatMap(({ trials: [first] }) =>
    first?.dialogue.plan.modelledStudent === undefined ? [] : [first.item.benchmark.title],
  );
  return t`The student of ${listWords(titles)} is played by ${modelName(student)}, not by the script: those numbers are not comparable with scripted runs.`;
}

function sameModelWarning({ tutor, judges }: RunManifest): Said {
  const same = judges.some((judge) => modelName(judge) === modelName(tutor) && judge.baseUrl === tutor.baseUrl);
  const message = t`Tutor and judge are the same model, ${modelName(tutor)}: models tend to judge their own replies kindly.`;
  return same && !tutor.simulated && message;
}

function temperatureWarning(asked: readonly ManifestModel[]): readonly string[] {
  const models = asked.filter((model) => refusesTemperature(factsFor(model), model.parameters?.effort));
  if (models.length === 0) return [];
  const canTakeOne = models.filter(takesTemperatureWithoutEffort);
  const advice =
    canTakeOne.length === 0 ? '' : t` With effort none it can be set for ${namesOf(canTakeOne).join(', ')}.`;
  return [
    t`No temperature can be set for ${namesOf(models).join(', ')}, so the benchmark’s fixed value is not in force; replies and verdicts may vary more between runs.${advice}`,
  ];
}

function factsFor({ provider, model, baseUrl }: ManifestModel): ModelFacts {
  return factsOf(provider, model, baseUrl !== undefined);
}

function takesTemperatureWithoutEffort(model: ManifestModel): boolean {
  const { temperature, efforts } = factsFor(model);
  return temperature === 'withoutReasoning' && efforts.includes('none');
}

function namesOf(models: readonly ManifestModel[]): readonly string[] {
  return [...new Set(models.map(modelName))];
}

function uncountedWarning({ manifest, state }: RunSession): Said {
  const priced = modelsOf(manifest).filter(
    ({ simulated, model, baseUrl, price }) => !simulated && priceOf(model, baseUrl, price) !== undefined,
  );
  const calls = namesOf(priced).reduce((sum, name) => sum + state.useOf(name).uncounted, 0);
  if (calls === 0) return undefined;
  return t`${countWords(calls, 'call was', 'calls were')} answered without a count of tokens: the cost shown leaves ${verbFor(calls, 'it', 'them')} out. A cost cap counts ${verbFor(calls, 'it', 'each')} at the highest possible cost.`;
}

function editorModelWarning(manifest: RunManifest): Said {
  const names = namesOf(modelsOf(manifest).filter(({ provider }) => isEditorModel(provider)));
  if (names.length === 0) return undefined;
  return t`Not reproducible: ${listWords(names)} ${verbFor(names.length, 'is a model', 'are models')} of VS Code. The prompt went as the first user message, as VS Code has no system message. No temperature and no token limit can be set. The extension behind it may add text of its own, and may change the model behind the name without notice.`;
}

function overrideWarnings({ judges, benchmarks }: RunManifest, titleOf: (id: string) => string): Said {
  const offline = judges.some(({ simulated }) => simulated) ? t` The offline judge ignores custom judge prompts.` : '';
  return benchmarks.flatMap(({ id, promptOverrides: overrides = [] }) => {
    if (overrides.length === 0) return [];
    const named = boundedText([...new Set(overrides.flatMap((override) => override.judges))].join(', '));
    const files = boundedText(overrides.map(({ file }) => file).join(', '));
    return t`Custom judge prompt for ${titleOf(id)}: ${named} (${files}). These scores are not comparable with those of the built-in prompt.${offline} To know how far to trust it, calibrate the judge with it.`;
  });
}

function benchmarkWarnings(
  { noReply, refused, failed, planned, samples, judgeFailed, verdicts, coverage = 1 }: BenchmarkReport,
  { status }: RunHeader,
  where: string,
  trials: readonly Trial[],
): readonly (readonly [ReportWarning['kind'], Said])[] {
  const replies = (count: number, was: string, were: string): string =>
    `${where}${countOf(count, planned, 'reply', 'replies')} ${verbFor(count, was, were)}`;
  // Truncated, so that 94.96% is not shown as the 95% it falls short of.
  const share = String(Math.floor(coverage * 1000) / 10).replace('.', numberMarks().charAt(1));
  const covered = t`Only ${share}% of verdicts are in; scores cover those.`;
  const usable = coverage === 0 ? t`No verdict could be used, so there are no scores.` : covered;
  // Usually all have the same cause.
  const reason = trials.find(({ dialogue }) => dialogue.status === 'failed')?.dialogue.failure?.reason;
  const cause = reason === undefined ? '' : t` The first one: ${boundedText(reason)}`;
  const refusals = answersOf(trials).filter((record) => record.refused === true).length;
  const why = refusals === 0 ? '' : t` The judge refused to answer ${countWords(refusals, 'time', 'times')}.`;
  const unscored = t`${where}${countOf(judgeFailed, verdicts, 'verdict', 'verdicts')} ${verbFor(judgeFailed, 'is', 'are')} unscored`;
  const left = t`left out of all metrics.`;
  const by = t`by the tutor model or its provider`;
  const asked =
    samples === planned ? countOf(failed, planned, 'sample', 'samples') : countOf(failed, planned, 'case', 'cases');
  return [
    ['coverage', coverage < enoughCoverage && status !== 'running' && where + usable],
    ['noReply', noReply > 0 && t`${replies(noReply, 'is', 'are')} empty and ${left}`],
    ['refused', refused > 0 && t`${replies(refused, 'was', 'were')} refused ${by} and ${left}`],
    ['noReply', failed > 0 && t`${where}The tutor did not answer ${asked}.${cause}`],
    ['unscored', judgeFailed > 0 && t`${unscored} and left out of the metric concerned.${why}`],
  ];
}

function answersOf(trials: readonly Trial[]) {
  return trials.flatMap(({ state }) => [...state.answers.values()].flatMap((by) => [...by.values()]));
}

function imageWarnings(trials: readonly Trial[]): Said {
  const skipped = trials.filter(({ dialogue }) => dialogue.status === 'notApplicable').length;
  const images = t`${countOf(skipped, trials.length, 'trial', 'trials')} ${verbFor(skipped, 'has', 'have')} images`;
  const notAsked = t`${images} that the tutor model does not take and ${verbFor(skipped, 'was', 'were')} skipped. Scores over all samples are not available; those of text samples are.`;
  const blind = answersOf(trials).filter((record) => record.withoutImages === true).length;
  const notSeen = t`${countWords(blind, 'judgement was', 'judgements were')} made without the sample’s images, from their descriptions: the judge model takes no images. The verdict on what the reply saw in the image, and every score that includes it, rests on those descriptions.`;
  return [...(skipped > 0 ? [notAsked] : []), ...(blind > 0 ? [notSeen] : [])];
}

/** Judged replies only; other replies have their own warnings. */
function truncatedWarning(trials: readonly Trial[]): Said {
  const replies = trials.filter(({ state }) => state.answers.size > 0).flatMap(({ dialogue }) => dialogue.replies);
  const cut = replies.filter(({ finish }) => finish === 'length').length;
  const which = `${countOf(cut, replies.length, 'judged reply', 'judged replies')} ${verbFor(cut, 'was', 'were')}`;
  return cut > 0 && t`${which} cut off at the token limit and judged in that form.`;
}

function sampleWarnings(
  { manifest: { benchmarks: entries }, items }: RunSession,
  titleOf: (id: string) => string,
): Said {
  const skipped = entries.flatMap(({ id, skipped: count, source }) => {
    const records = t`${countWords(count, 'record', 'records')} of ${boundedText(source.name)}`;
    return count === 0 ? [] : [t`${records} could not be used for ${titleOf(id)}.`];
  });
  const missing = entries.flatMap(({ id, samples }) => {
    const own = items.filter(({ benchmark }) => benchmark.id === id);
    const lost = samples - new Set(own.map(({ sample }) => sample.id)).size;
    const stored = countOf(lost, samples, 'stored sample', 'stored samples');
    return lost <= 0 ? [] : [t`${stored} of ${titleOf(id)} could not be read.`];
  });
  return [...skipped, ...missing];
}

function listed(messages: readonly string[], more: (rest: number) => string): Said {
  const distinct = [...new Set(messages)];
  const rest = distinct.length - mostNamed;
  const named = distinct.slice(0, mostNamed).map((message) => boundedText(message));
  return rest > 0 ? [...named, `${more(rest)}.`] : named;
}

/** Judges are asked at this temperature unless the user sets another. */
const judgeTemperature = 0;

/** What models did not take, by their calls; where none is recorded, by the table of models. */
function decodingWarnings(manifest: RunManifest, trials: readonly Trial[]): Said {
  const { tutor, judges } = manifest;
  const lacks = new Map<string, Set<string>>();
  const note = (model: ManifestModel, asked: number | undefined, form: SentForm | undefined): void => {
    if (form === undefined) return;
    const { effort, temperature = asked } = model.parameters ?? {};
    const parts = lacks.get(modelName(model)) ?? new Set<string>();
    lacks.set(modelName(model), parts);
    if (temperature !== undefined && form.temperature === undefined) {
      const way = takesTemperatureWithoutEffort(model) ? t` (with effort none it takes one)` : '';
      parts.add(t`no temperature${way}, though ${temperature} was asked for`);
    }
    if (effort !== undefined && form.effort === undefined) parts.add(t`no effort, though “${effort}” was asked for`);
    if (form.structured === 'none')
      parts.add(t`no JSON format for answers, so their form rests on the judge’s prompt alone`);
  };
  const judgeOf = new Map(judges.map((judge) => [modelName(judge), judge]));
  for (const { state, dialogue } of trials) {
    for (const { form } of state.replyRecords) note(tutor, dialogue.plan.decoding.temperature, form);
    for (const [name, answers] of state.answers) {
      const judge = judgeOf.get(name);
      for (const { form } of answers.values()) if (judge !== undefined) note(judge, judgeTemperature, form);
    }
  }
  const unknown = modelsOf(manifest).filter((model) => !model.simulated && !lacks.has(modelName(model)));
  const said = [...lacks].filter(([, parts]) => parts.size > 0);
  return [
    ...temperatureWarning(unknown),
    ...said.map(
      ([name, parts]) => t`${name} takes ${[...parts].join('; ')}. Replies and verdicts may vary more between runs.`,
    ),
  ];
}
