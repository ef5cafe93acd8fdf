import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { guideEvalSampleSchema, type GuideEvalSample } from '../../../src/core/benchmarks/guideeval/samples';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import type { Dialogue } from '../../../src/core/benchmark/dialogue';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';

/** A valid record; `fields` replaces members. */
export function guideEvalSample(fields: Partial<GuideEvalSample> = {}): GuideEvalSample {
  return {
    system: 'guideeval',
    id: 's1',
    pairId: undefined,
    state: 'accurate',
    editFlag: 0,
    editType: undefined,
    context: [
      { role: 'student', content: 'A taxi costs 4 euro plus 2 euro per km. How far do I get with 18 euro?' },
      { role: 'tutor', content: 'Let us first set the fixed fee aside. How much money is left for the kilometres?' },
    ],
    studentMessage: '14 euro',
    groundTruth: '14 euro',
    subject: 'mathematics',
    language: 'en',
    ...fields,
  };
}

/** A finished dialogue with this one visible reply. */
export function dialogueWith(reply: string): Dialogue {
  return {
    plan: { system: '', opening: [], studentTurns: [], decoding: { maxOutputTokens: 1 }, warnings: [] },
    replies: [{ turn: 1, raw: reply, visible: reply, finish: 'stop' }],
    status: 'complete',
  };
}

/** A result whose repeats have these scores by judge; `null` stands for an unscored verdict. */
export function resultWith(
  sample: GuideEvalSample,
  ...repeats: readonly Readonly<Record<string, number | null>>[]
): SampleResult<GuideEvalSample> {
  return {
    sample,
    repeats: repeats.map((scores, repeat) => ({
      repeat,
      dialogue: dialogueWith('A reply.'),
      verdicts: Object.entries(scores).map(([judge, label]): Verdict =>
        label === null
          ? { judge, unit: 'reply', status: 'unscored', problem: 'unreadable' }
          : { judge, unit: 'reply', status: 'ok', label },
      ),
    })),
  };
}

const starterFile = fileURLToPath(new URL('../../../starter-sets/guideeval.jsonl', import.meta.url));

/** The shipped starter set. */
export function starterSamples(): readonly GuideEvalSample[] {
  const lines = readFileSync(starterFile, 'utf8').trim().split('\n');
  return lines.map((line) => guideEvalSampleSchema.parse(JSON.parse(line)));
}
