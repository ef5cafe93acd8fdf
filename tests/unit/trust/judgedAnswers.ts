import * as z from 'zod';
import { type DimensionId, dimensionIds, readLabel } from '../../../src/core/benchmarks/mrbench/labels';
import type { RatedLabel } from '../../../src/core/trust/ratedLabel';

const labels = z.record(z.string(), z.unknown());
const answerSchema = z.object({
  conversation_id: z.string(),
  tutor: z.string(),
  pred: labels.nullable(),
  gold: labels,
});

/** Some files have the short names of the BEA 2025 task. */
const shortNames: Readonly<Partial<Record<DimensionId, string>>> = {
  mistake_identification: 'MI',
  mistake_location: 'ML',
  providing_guidance: 'PG',
  actionability: 'AC',
};

/** The question in a MathDial id, else the id without its record number. */
function clusterOf(id: string): string {
  return /^\d+-/.exec(id)?.[0] ?? id.replace(/_\d+$/, '');
}

/** A judge's answers on MRBench beside people's labels, one reply a line. An unreadable answer is a failure. */
export function judgedAnswers(text: string): readonly RatedLabel[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line) => {
    const { conversation_id: sampleId, tutor, pred, gold } = answerSchema.parse(JSON.parse(line));
    return dimensionIds.flatMap((dimension): RatedLabel[] => {
      const label = (said: Readonly<Record<string, unknown>> | null): string | undefined => {
        const found = said?.[dimension] ?? said?.[shortNames[dimension] ?? ''];
        return typeof found === 'string' ? readLabel(dimension, found) : undefined;
      };
      const human = label(gold);
      if (human === undefined) return [];
      return [{ dimension, cluster: clusterOf(sampleId), sampleId, tutor, human, judge: label(pred), reply: '' }];
    });
  });
}
