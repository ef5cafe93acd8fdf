import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Sample } from '../../../src/core/benchmark/samples';
import { guideEval } from '../../../src/core/benchmarks/guideeval/definition';
import { kmpDialogue } from '../../../src/core/benchmarks/kmpDialogue/definition';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { desiredLabel, dimensionOf } from '../../../src/core/benchmarks/mrbench/labels';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { leakFinding } from '../../../src/core/benchmarks/socratesbench/labels';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import { isGood } from '../../../src/core/benchmarks/tutorbench/scores';
import { hardSamples as guideEvalKinds } from './guideevalHardSamples';
import { hardSamples as kmpDialogueKinds } from './kmpDialogueHardSamples';
import { hardSamples as mrBenchKinds } from './mrbenchHardSamples';
import { hardSamples as tutorBenchKinds } from './tutorbenchHardSamples';

const root = path.join(import.meta.dirname, '../../..');
const readme = readFileSync(path.join(root, 'starter-sets/README.md'), 'utf8').replaceAll(/\s+/gu, ' ');
const sampleLine = z.object({ sample: z.looseObject({ id: z.string() }) });
const verdicts = z.array(z.custom<Verdict>((one) => typeof one === 'object'));
const judgedLine = z.object({ kind: z.literal('judged'), item: z.string(), verdicts });

/** Whether each trial of the recorded run under the plain prompt fails, by the id of its sample. */
function failures<S extends Sample>(
  { id: benchmark, sampleSchema }: Pick<Benchmark<S>, 'id' | 'sampleSchema'>,
  fails: (sample: S, verdicts: readonly Verdict[]) => boolean,
): readonly { readonly id: string; readonly failed: boolean }[] {
  const lines = (file: string): readonly unknown[] =>
    readFileSync(path.join(root, `test-fixtures/measured/runs/${benchmark}-plain`, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  const samples = lines('samples.jsonl').flatMap((line) => sampleLine.safeParse(line).data?.sample ?? []);
  const judged = lines('journal.jsonl').flatMap((line) => judgedLine.safeParse(line).data ?? []);
  return [...new Set(judged.map(({ item }) => item))].map((item) => {
    const sample = samples.find(({ id }) => item.startsWith(`${benchmark}/${id}#`)) ?? expect.fail(item);
    const own = judged.filter((one) => one.item === item).flatMap((one) => one.verdicts);
    return { id: sample.id, failed: fails(sampleSchema.parse(sample), own) };
  });
}

/** A row of the README: what of the samples written to be hard fails, and what of the others. */
function row(title: string, all: ReturnType<typeof failures>, isHard: (id: string) => boolean): string {
  const share = (some: typeof all): string => `${some.filter(({ failed }) => failed).length} of ${some.length} fail`;
  const [hard, others] = [all.filter(({ id }) => isHard(id)), all.filter(({ id }) => !isHard(id))];
  return `${title} | ${share(hard)} | ${share(others)} |`;
}

const guideEvalHard = guideEvalKinds.flatMap(({ state, pairs }) => pairs.map((pair) => `${state} ${pair}`));
const guideEvalStates = new Map<string, string>();

function isListed(kinds: readonly { readonly numbers: readonly number[] }[]): (id: string) => boolean {
  const numbers = new Set(kinds.flatMap((kind) => kind.numbers));
  return (id) => numbers.has(Number(/\d+$/u.exec(id)?.[0]));
}

describe('what starter-sets/README.md says of failures under a plain prompt', () => {
  it('is so of GuideEval', () => {
    const all = failures(guideEval, (sample, own) => {
      guideEvalStates.set(sample.id, `${sample.state} ${Number(sample.pairId?.slice(3))}`);
      return guideEval.taxonomy?.isFailing(sample, own, defaultPolicy) === true;
    });
    const title = 'GuideEval | a perception score is below 1 or an orchestration score is 0';
    expect(readme).toContain(row(title, all, (id) => guideEvalHard.includes(guideEvalStates.get(id) ?? '')));
  });

  it('is so of MRBench', () => {
    const all = failures(mrBench, (_sample, own) =>
      own.some(({ judge, label }) => {
        const dimension = dimensionOf(judge);
        return dimension !== undefined && dimension !== 'tutor_tone' && label !== desiredLabel(dimension);
      }),
    );
    const hard = new Set(Object.values(mrBenchKinds).flat());
    expect(readme).toContain(
      row('MRBench | a dimension other than the tone is not as desired', all, (id) => hard.has(id)),
    );
  });

  it('is so of KMP-Bench Dialogue', () => {
    const all = failures(
      kmpDialogue,
      (sample, own) => kmpDialogue.taxonomy?.isFailing(sample, own, defaultPolicy) === true,
    );
    const title = 'KMP-Bench Dialogue | it loses against the reference as a whole';
    expect(readme).toContain(row(title, all, isListed(kmpDialogueKinds)));
  });

  it('is so of TutorBench', () => {
    const all = failures(tutorBench, ({ criteria }, own) =>
      criteria.some(
        ({ id, weight }) =>
          Math.abs(weight) === 5 &&
          own.some(({ criterionId, label }) => criterionId === id && !isGood(weight, label === true)),
      ),
    );
    const title = 'TutorBench | it misses a criterion of weight 5 or breaks one of −5';
    expect(readme).toContain(row(title, all, isListed(tutorBenchKinds)));
  });

  it('is so of SocratesBench', () => {
    const all = failures(socratesBench, (_sample, own) => own.some((one) => leakFinding(one)?.leaked === true));
    const leaked = all.filter(({ failed }) => failed).length;
    expect(readme).toContain(`the answer leaks in ${leaked} of ${all.length} conversations`);
  });
});
