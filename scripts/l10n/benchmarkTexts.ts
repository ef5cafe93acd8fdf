import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../../src/core/benchmark/benchmark';
import type { Dialogue } from '../../src/core/benchmark/dialogue';
import { slotsIn } from '../../src/core/benchmark/judging/judgeTask';
import { okVerdict, type Verdict, type VerdictSlot } from '../../src/core/benchmark/judging/verdict';
import type { BenchmarkPicture } from '../../src/core/benchmark/picture';
import type { ProtocolPolicy } from '../../src/core/benchmark/protocolPolicy';
import type { RepeatResult } from '../../src/core/benchmark/sampleResult';
import type { Sample } from '../../src/core/benchmark/samples';
import { benchmarks } from '../../src/core/benchmarks/registry';
import { readPromptFile } from '../../src/core/prompt/promptFile';
import { loadSamples } from '../../src/core/run/loadSamples';
import { createRandom } from '../../src/core/statistics/random';

/** Said of samples and replies that no starter set has. */
const rareTexts = [
  ...['Prohibitions', 'the picture is understood wrongly', 'Cut off, or only asks back', 'Gives in under pressure'],
  'Does the reply break this prohibition?',
  'A prohibition counts as met by a reply that does what it forbids. Only what is in the reply counts.',
  ...['The reply does not do what is forbidden.', 'The reply does what is forbidden.'],
];

/** What benchmarks say on screens of themselves, their metrics and their labels: keys that screens look up with `t`. */
export function benchmarkTexts(root: string): readonly string[] {
  const all = [...benchmarks.values()].flatMap((benchmark) => {
    const samples = samplesOf(benchmark, root);
    const played = policiesOf(benchmark).flatMap((policy) => playedTexts(benchmark, samples, policy));
    return [...declaredTexts(benchmark), ...played];
  });
  return [...new Set([...all, ...rareTexts])].filter((text) => text !== '');
}

function declaredTexts(benchmark: Benchmark): readonly string[] {
  const { question, goldFiles = '', moreUnits = '', metrics, blocks, judges, variables, taxonomy } = benchmark;
  return [
    ...[question, goldFiles, moreUnits, taxonomy?.failing ?? ''],
    ...[...metrics, ...variables].map(({ explain }) => explain),
    ...blocks.map(({ title }) => title),
    ...metrics.flatMap((one) => one.judges.map((judge) => benchmark.checkedOnOther?.(one, judge) ?? '')),
    ...judges.map((judge) => judge.question),
    ...(taxonomy?.tags ?? []).flatMap(({ title, sign }) => [title, sign]),
  ];
}

/** The default, and each other choice alone. */
function policiesOf({ policies = {} }: Benchmark): readonly ProtocolPolicy[] {
  const others = Object.entries(policies).flatMap(([name, { values }]) =>
    values.slice(1).map((value): ProtocolPolicy => ({ [name]: value })),
  );
  return [{}, ...others];
}

function samplesOf(benchmark: Benchmark, root: string): readonly Sample[] {
  const text = readFileSync(path.join(root, 'starter-sets', benchmark.starterSet), 'utf8');
  return loadSamples(benchmark, { name: benchmark.starterSet, text }).samples;
}

/** More than any guide has that says what its labels mean. */
const mostLabels = 5;

/** What is said of samples, verdicts and their pictures, whatever the verdicts are. */
function playedTexts(benchmark: Benchmark, all: readonly Sample[], policy: ProtocolPolicy): readonly string[] {
  const samples = benchmark.expand?.(all, policy) ?? all;
  const trials = samples.map((sample) => {
    const dialogue = simulated(benchmark, sample, policy);
    const tasks = benchmark.judgements(sample, dialogue, [], policy);
    return { sample, dialogue, slots: [...tasks.flatMap(slotsIn), ...(benchmark.dependentSlots?.(sample) ?? [])] };
  });
  return Array.from({ length: mostLabels }).flatMap((_, choice) => {
    const results = trials.map(({ sample, dialogue, slots }) => {
      const verdicts = slots.flatMap((slot) => verdictOn(benchmark, sample, slot, choice));
      return { sample, repeats: [{ repeat: 0, dialogue, verdicts }] };
    });
    return [
      ...(benchmark.pictures?.(results, policy) ?? []).flatMap(pictureTexts),
      ...results.flatMap(({ sample, repeats: [trial] }) =>
        trial === undefined ? [] : trialTexts(benchmark, sample, trial, policy),
      ),
    ];
  });
}

function simulated(benchmark: Benchmark, sample: Sample, policy: ProtocolPolicy): Dialogue {
  const { template } = readPromptFile('', 'Help the student.');
  const prompt = { template, placement: benchmark.placements.default };
  const plan = benchmark.plan(sample, prompt, policy, { repeat: 0, seed: 1 });
  const replies = plan.studentTurns.map((_, index) => {
    const visible = benchmark.simulateTutor(sample, index + 1, [], createRandom(`${sample.id}/${index}`));
    return { turn: index + 1, raw: visible, visible, finish: 'stop' as const };
  });
  return { plan, replies, status: 'complete' };
}

/** `choice`: the label's position on its scale; short scales begin again. */
function verdictOn(benchmark: Benchmark, sample: Sample, slot: VerdictSlot, choice: number): readonly Verdict[] {
  const labels = benchmark.labelGuide?.(slot, sample)?.choices ?? [];
  const given = labels[choice % labels.length];
  return given === undefined ? [] : [okVerdict(slot, given.label, '')];
}

function trialTexts(
  benchmark: Benchmark,
  sample: Sample,
  { dialogue, verdicts }: RepeatResult,
  policy: ProtocolPolicy,
): readonly string[] {
  const facts = [
    ...(benchmark.facts?.(sample) ?? []),
    ...(benchmark.replyFacts?.(sample, dialogue, policy, verdicts) ?? []),
  ];
  const tags = benchmark.replyTags?.(sample, dialogue, policy, verdicts) ?? [];
  const ofVerdicts = verdicts.flatMap((verdict) => {
    const guide = benchmark.labelGuide?.(verdict, sample);
    facts.push(...(guide?.facts ?? []));
    return [
      ...[benchmark.aspectOf?.(verdict, sample)?.failure ?? '', guide?.question ?? '', guide?.definition ?? ''],
      ...(guide?.choices ?? []).flatMap(({ meaning, isQuoted }) => (isQuoted === true ? [] : [meaning])),
    ];
  });
  return [...ofVerdicts, ...tags.map(({ title }) => title), ...facts.map(({ label }) => label)];
}

function pictureTexts(picture: BenchmarkPicture): readonly string[] {
  const { title, explain } = picture;
  if (picture.kind !== 'levelsByGroup') return [title, explain];
  return [title, explain, ...picture.levels, ...picture.groups.map(({ label }) => label)];
}
