import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readLabel, type DimensionId } from '../../../src/core/benchmarks/mrbench/labels';
import { lastJsonObject } from '../../../src/core/benchmark/judging/lastJsonObject';
import { missingNote, publicFile } from './publicFile';

const abbreviations = {
  MI: 'mistake_identification',
  ML: 'mistake_location',
  PG: 'providing_guidance',
  AC: 'actionability',
} as const satisfies Record<string, DimensionId>;

type FourLabels = Record<keyof typeof abbreviations, string>;

/** Judges that were asked for four dimensions at once. This project's protocol does not do that. */
function readFour(text: string): FourLabels | undefined {
  const found = lastJsonObject(text);
  if (found.kind === 'none') return undefined;
  const value = z.record(z.string(), z.string()).safeParse(found.value);
  if (!value.success) return undefined;
  const labels = Object.entries(abbreviations).map(([key, dimension]) => [
    key,
    readLabel(dimension, value.data[key] ?? ''),
  ]);
  return labels.every(([, label]) => label !== undefined) ? (Object.fromEntries(labels) as FourLabels) : undefined;
}

const line = z.object({
  raw: z.string(),
  pred: z.object({ MI: z.string(), ML: z.string(), PG: z.string(), AC: z.string() }).nullable(),
});

const runs: readonly [path: string, cutOff: number][] = [
  ['data/mrbench_judge_runs/preds_Qwen_Qwen2.5-7B-Instruct_n2476.jsonl', 0],
  ['data/mrbench_judge_runs/preds_mistralai_Mistral-7B-Instruct-v0.3_n2476.jsonl', 4],
];
const paths = runs.map(([path]) => path);

describe.skipIf(paths.some((path) => publicFile(path) === undefined))(
  `four labels in one reply${missingNote(paths)}`,
  () => {
    it.each(runs)('reads %s like its authors, with %i replies cut off', (path, cutOff) => {
      const lines = (publicFile(path) ?? '').split('\n').filter((text) => text !== '');
      expect(lines).toHaveLength(1620);
      const replies = lines.map((text) => line.parse(JSON.parse(text)));
      expect(replies.map(({ raw }) => readFour(raw))).toEqual(replies.map(({ pred }) => pred ?? undefined));
      expect(replies.filter(({ raw }) => readFour(raw) === undefined)).toHaveLength(cutOff);
    });
  },
);
