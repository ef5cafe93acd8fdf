import { noAims } from '../benchmark/aims';
import { groupedBy } from '../benchmark/samples';
import { noScoresAhead } from '../results/understoodPrompt';
import type { CheckedPartId, ModelCheck } from '../run/checkModel';
import { calledModels, type RunEstimate } from '../run/estimateRun';
import type { Range } from '../providers/modelFacts';
import { goodUnits, type ProvableGuard } from '../run/provableEdits';
import { capSentences } from '../run/runCaps';
import type { RunSession } from '../run/runSession';
import { adaptiveSlots } from '../run/sharedLimiters';
import type { RunManifest } from '../store/runManifest';
import {
  hasGivenReplies,
  lacksRules,
  leavesCacheOut,
  modelName,
  modelSetting,
  simulatedPartsOf,
} from '../store/runManifest';
import { countWords, t, wholeNumber } from '../text/countWords';
import { columnWidths, padTo, tableRow } from '../text/displayWidth';
import { formatCost, formatDuration } from '../text/formatNumber';
import { readableLine } from '../text/readableText';

/** The estimate for programs: members are added and never changed; docs/command-line.md says what they mean. */
export function estimateJson(manifest: RunManifest, estimate: RunEstimate): ReturnType<typeof jsonOf> {
  return jsonOf(manifest, estimate);
}

function jsonOf({ prompt, tutor, student, judges }: RunManifest, estimate: RunEstimate) {
  const { input, output, usd, cacheable, saving, unknownModels, pricesAsOf } = estimate;
  return {
    schemaVersion: 1,
    prompt: { path: prompt.path, revision: prompt.revision },
    tutor: modelName(tutor),
    student: student === undefined ? null : modelName(student),
    judges: judges.map(modelName),
    benchmarks: estimate.benchmarks.map(({ id, samples, trials, calls, input: sent, output: received, usd: cost }) => {
      return { id, samples, trials, calls, tokens: { input: sent, output: received }, cost: { usd: cost ?? null } };
    }),
    calls: estimate.calls,
    tokens: { input, output, cacheable },
    cost: { usd: usd ?? null, cacheSaving: saving ?? null, unknownModels, pricesAsOf },
    provable: estimate.provable.edits.map(({ target, units, trials, changed, wins, winsOfMore }) => ({
      ...{ target, units, trials },
      changed: { share: changed.share, measuredOn: changed.pairs },
      wins: wins ?? null,
      with: { units: goodUnits, wins: winsOfMore ?? null },
    })),
    guards: estimate.provable.guards.map(({ benchmark: _, ...guard }) => guard),
    observed: estimate.observed.map(({ role, model, benchmark, calls, low, high }) => {
      return { role, model, benchmark, calls, outputTokens: { low, high } };
    }),
  };
}

/** The estimate as text: one line per benchmark, the total and notes. */
export function estimateText(manifest: RunManifest, estimate: RunEstimate): string {
  const rows = estimate.benchmarks;
  const sumOf = (member: 'samples' | 'trials'): number => rows.reduce((sum, row) => sum + row[member], 0);
  const total = { ...estimate, title: 'All', samples: sumOf('samples'), trials: sumOf('trials') };
  const all = [
    [
      ...['Benchmark', 'Samples', 'Trials', 'Tutor calls', 'Student calls', 'Judge calls'],
      ...['Input tokens', 'Output tokens', 'Cost'],
    ],
    ...(rows.length > 1 ? [...rows, total] : rows).map(({ title, samples, trials, calls, input, output, usd }) => [
      title,
      ...[samples, trials, calls.tutor, calls.student, calls.judge].map(wholeNumber),
      ...[tokenRange(input), tokenRange(output), costRange(usd)],
    ]),
  ];
  const table = estimate.calls.student > 0 ? all : all.map((row) => row.toSpliced(4, 1));
  const [first = 0, ...widths] = columnWidths(table);
  const notes = estimateNotes(manifest, estimate);
  return [
    ...table.map(([title = '', ...cells]) => tableRow([title, first], cells, widths)),
    '',
    ...notes,
    // One note alone says that nothing is sent.
    ...(notes.length > 1 ? estimateLimits(manifest, estimate) : []),
    '',
  ].join('\n');
}

/** What is sent where, what it may cost and what it can show; one line each. */
export function estimateNotes(manifest: RunManifest, estimate: RunEstimate): readonly string[] {
  const real = calledModels(manifest, estimate.calls).filter((model) => !model.simulated);
  if (lacksRules(manifest)) return [noScoresAhead];
  if (real.length === 0) return [t`All models that are called are simulated: nothing is sent and nothing is charged.`];
  const { calls, usd, unknownModels, pricesAsOf } = estimate;
  const studentCalls = calls.student > 0 ? `, ${countWords(calls.student, 'student call', 'student calls')}` : '';
  const sent = t`${countWords(calls.tutor, 'tutor call', 'tutor calls')}${studentCalls} and ${countWords(calls.judge, 'judge call', 'judge calls')}`;
  const receivers = [...groupedBy(real, modelSetting)].map(([model, own]) => {
    return `${readableLine(model)} (${[...new Set(own.map(({ role }) => t(role)))].join(', ')})`;
  });
  const batches = manifest.batch === true ? t` for batches` : '';
  const cost =
    usd === undefined
      ? t`No cost can be given: the price of ${unknownModels.map(readableLine).join(', ')} is not known.`
      : t`Cost: ${costRange(usd)} at the prices of ${pricesAsOf}${batches}${cacheNote(estimate)}.`;
  return [
    t`${sent}. Data is sent to ${receivers.join(', ')}.`,
    ...simulatedNote(manifest),
    cost,
    ...timeNote(manifest, estimate),
    lengthNote(estimate),
    ...provableNotes(estimate),
    ...withoutTargets(manifest),
    ...capSentences(manifest),
  ];
}

/** Which parts are not asked of a real model. With a simulated judge, real replies are paid for and scored by rules. */
function simulatedNote(manifest: RunManifest): readonly string[] {
  const parts = simulatedPartsOf(manifest).filter((part) => part !== 'tutor' || !hasGivenReplies(manifest));
  if (parts.includes('judge') && !parts.includes('tutor') && !hasGivenReplies(manifest))
    return [t`The judge is simulated: the replies will be real, their scores follow from rules.`];
  return parts.length === 0 ? [] : [t`Simulated: ${parts.map((part) => t(part)).join(', ')}.`];
}

function withoutTargets(manifest: RunManifest): readonly string[] {
  if (!lacksTargets({ manifest })) return [];
  return manifest.aims === undefined
    ? [t`All judges are asked. Name targets to ask fewer and to stop once they are settled.`]
    : [t`No target is named, so the headline metrics count. Name one to send less.`];
}

/** What the estimate counts and what it leaves out, and where more units are. */
function estimateLimits(manifest: RunManifest, { leavesOutJudges, provable }: RunEstimate): readonly string[] {
  const partly = t`Only the judges of targets and guards are counted, as only they are asked; the rest can be asked later.`;
  const ends = t`This is the most that is sent: compared with a baseline, the run stops once its targets and guards are settled.`;
  return [
    ...(leavesOutJudges ? [partly] : []),
    ...(mayEndEarly(manifest) && manifest.aims !== undefined ? [ends] : []),
    t`Judgements that depend on another verdict are not counted.`,
    ...(leavesCacheOut(manifest) ? [] : [t`Calls that the cache will answer are counted in full.`]),
    ...manifest.benchmarks.flatMap(({ id, source }) => {
      const short = provable.edits.find(({ benchmark, units }) => benchmark.id === id && units < goodUnits);
      if (short?.winsOfMore === undefined) return [];
      const { title, moreUnits } = short.benchmark;
      // A public file that was imported is what would be recommended.
      const where = moreUnits === undefined || source.format !== 'own' ? '' : t` More: ${t(moreUnits)}.`;
      return [t`${title}: with ${goodUnits} units an edit must win ${winsText(short.winsOfMore)}.${where}`];
    }),
  ];
}

/** At the pace of an earlier run; batches have none. */
function timeNote({ batch }: RunManifest, { realCalls, callMs }: RunEstimate): readonly string[] {
  if (batch === true) return [];
  if (callMs === undefined) return [t`Time: not known before a first run with these models.`];
  return [t`Time: about ${formatDuration(realCalls * callMs)}, as fast as the last run with these models.`];
}

/** A comparison could end the run sooner, if somebody named a target. */
export function lacksTargets({ manifest }: Pick<RunSession, 'manifest'>): boolean {
  return mayEndEarly(manifest) && (manifest.aims ?? noAims).targets.length === 0;
}

function mayEndEarly(manifest: RunManifest): boolean {
  const { purpose, tutor, sequence: { looks = [] } = {} } = manifest;
  return looks.length > 1 && purpose === undefined && !tutor.simulated && !hasGivenReplies(manifest);
}

/** `9 of 10`, `17 of 20`: rounded up, because less is not enough. */
function winsText(wins: number): string {
  const twentieths = Math.ceil(wins * 20 - 1e-9);
  if (twentieths >= 20) return t`nearly all`;
  return twentieths % 2 === 0 ? t`${twentieths / 2} of 10` : t`${twentieths} of 20`;
}

/** What a comparison can show at all: one sentence per benchmark. */
function provableNotes({ provable }: RunEstimate): readonly string[] {
  return [...groupedBy(provable.edits, ({ benchmark }) => benchmark.id).values()].flatMap((targets) => {
    const [first] = targets;
    if (first === undefined) return [];
    const { benchmark, changed } = first;
    const alike = [...groupedBy(targets, ({ units, trials }) => `${units} ${trials}`).values()];
    const withUnits = alike.flatMap(([one, ...more]) => {
      if (one === undefined) return [];
      const { units, wins, winsOfMore, trials } = one;
      const names = [one, ...more].map(({ title }) => title).join(', ');
      const which = alike.length === 1 ? t`${units} units` : t`${units} units of ${names}`;
      if (wins !== undefined) {
        const what = trials === 1 ? t`replies` : t`units`;
        return [t`${which} can prove an edit that wins ${winsText(wins)} changed ${what}`];
      }
      const enough = units < goodUnits && winsOfMore !== undefined ? t` (${goodUnits} units can)` : '';
      return [t`${which} can prove no edit${enough}`];
    });
    const guards = guardNote(provable.guards.filter((guard) => guard.benchmark.id === benchmark.id));
    const measured = changed.pairs === 0 ? '' : t` (as measured)`;
    const can = [...withUnits, ...guards].join('; ');
    return [t`${benchmark.title}: if ${Math.round(100 * changed.share)} % of the replies change${measured}, ${can}.`];
  });
}

/** What the guard with the fewest units takes, where those are too few. */
function guardNote(guards: readonly ProvableGuard[]): readonly string[] {
  const [first] = [...guards].sort((one, other) => one.units - other.units);
  if (first === undefined || first.units >= first.needed) return [];
  const { margin, needed } = first;
  const step = 10 ** Math.max(0, String(needed).length - 2);
  const rounded = wholeNumber(Math.ceil(needed / step) * step);
  return [t`a guard’s margin of ${Math.round(1000 * margin) / 10} points needs about ${rounded}`];
}

/** Whether a start is still in the cache is up to the provider. */
function cacheNote({ saving = 0 }: RunEstimate): string {
  return saving < 0.005
    ? t`, without discounts for cached input`
    : t`; the provider’s cache may save up to ${formatCost(saving)}`;
}

function lengthNote({ input, output, observed, countsReasoning }: RunEstimate): string {
  const hidden = countsReasoning ? t` with hidden reasoning` : '';
  const tokens = t`Tokens: ${tokenRange(input)} in, ${tokenRange(output)} out${hidden}`;
  const answers = observed.reduce((sum, { calls }) => sum + calls, 0);
  return answers === 0
    ? t`${tokens}, by usual lengths of replies.`
    : t`${tokens}, by ${countWords(answers, 'earlier answer', 'earlier answers')}, else usual lengths.`;
}

/** `$0.12 to $0.80`; `unknown` where a price is missing. */
export function costRange(usd: Range | undefined): string {
  if (usd === undefined) return t`unknown`;
  if (usd.high === 0) return '$0';
  return formatCost(usd.low) === formatCost(usd.high)
    ? formatCost(usd.low)
    : t`${formatCost(usd.low)} to ${formatCost(usd.high)}`;
}

function tokenRange({ low, high }: Range): string {
  return high === 0 ? '0' : t`${thousands(low)} to ${thousands(high)}`;
}

function thousands(tokens: number): string {
  if (tokens < 10_000) return wholeNumber(Math.round(tokens / 100) * 100);
  return tokens < 10_000_000 ? `${wholeNumber(Math.round(tokens / 1000))}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

export const checkedPartTitles: Readonly<Record<CheckedPartId, string>> = {
  answer: t`Answer`,
  structured: t`Verdicts`,
  temperature: t`Temperature`,
  effort: t`Effort`,
  images: t`Images`,
  speed: t`Speed`,
  slots: t`Calls at once`,
  context: t`Context`,
  price: t`Price`,
};

/** Whether runs with the model will work. */
export function checkAnswer({ model, parts }: ModelCheck): string {
  const failing = parts.filter(({ state }) => state === 'fails').map(({ id }) => id);
  const limited = parts.filter(({ state }) => state === 'limited').map(({ id }) => checkedPartTitles[id].toLowerCase());
  const name = readableLine(model);
  if (failing.includes('answer')) return t`${name} does not answer.`;
  if (failing.includes('structured')) return t`${name} works as a tutor, not as a judge.`;
  return limited.length === 0 ? t`${name} works.` : t`${name} works, with limits: ${limited.join(', ')}.`;
}

/** The check for a terminal; `estimate` is of runs in which the model is both tutor and judge. */
export function checkText(check: ModelCheck, estimate: RunEstimate): string {
  const width = Math.max(...Object.values(checkedPartTitles).map((title) => title.length));
  const rows = check.parts.map(
    ({ id, state, says }) => `${padTo(checkedPartTitles[id], width)}  ${padTo(state, 7)}  ${readableLine(says)}`,
  );
  return [checkAnswer(check), '', ...rows, '', ...outlookLines(check, estimate), checkCost(check), ''].join('\n');
}

export function checkCost({ calls, usd }: ModelCheck): string {
  const cost =
    usd === undefined ? t`at no known price` : usd === 0 ? t`at no cost` : t`for ${costRange({ low: usd, high: usd })}`;
  return t`This check made ${countWords(calls, 'call', 'calls')} ${cost}.`;
}

/** Expected cost and time of runs, one line per role; empty if the model does not answer. */
function outlookLines(check: ModelCheck, estimate: RunEstimate): readonly string[] {
  return outlooks(check, estimate).map(({ benchmark, role, calls, usd, ms }) => {
    const cost = usd === undefined ? t`cost unknown` : costRange(usd);
    const [least, most] = [formatDuration(ms.low), formatDuration(ms.high)];
    const time = least === most ? t`about ${most}` : t`${least} to ${most}`;
    return t`${benchmark} with it as ${t(role)}: ${countWords(calls, 'call', 'calls')}, ${cost}, ${time}.`;
  });
}

/** What `check --json` prints: members are added and never changed. */
export function checkJson(check: ModelCheck, estimate: RunEstimate): object {
  const { model, parts, calls, usd, callMs, slots } = check;
  return {
    schemaVersion: 1,
    model,
    answer: checkAnswer(check),
    parts,
    calls,
    usd: usd ?? null,
    callMs: callMs ?? null,
    slots: slots ?? null,
    runs: outlooks(check, estimate).map((outlook) => ({ ...outlook, usd: outlook.usd ?? null })),
  };
}

function outlooks({ callMs, slots }: ModelCheck, { benchmarks }: RunEstimate) {
  if (callMs === undefined) return [];
  // A run starts with few concurrent calls and adds more as the server allows.
  const most = slots ?? adaptiveSlots.ceiling;
  const least = slots ?? adaptiveSlots.start;
  return benchmarks.flatMap((benchmark) =>
    (['tutor', 'judge'] as const).map((role) => {
      const { calls, usd } = benchmark[role];
      const ms = { low: (calls * callMs) / most, high: (calls * callMs) / least };
      return { benchmark: benchmark.title, role, calls, usd, ms };
    }),
  );
}
