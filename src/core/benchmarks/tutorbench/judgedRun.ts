import * as z from 'zod';
import { arrW, headline } from './arrW';
import type { Severity } from './readRubrics';

/** A run that was judged elsewhere: model replies of the public release with a verdict on every criterion. */
export const judgedRunSchema = z.array(
  z.object({
    sample_id: z.string(),
    model_response: z.string(),
    weighted_score: z.number(),
    rubric_ratings: z.array(z.object({ criterion: z.string(), weight: z.number(), passed: z.boolean() })),
  }),
);
export type JudgedRun = z.output<typeof judgedRunSchema>;

/** What is done with criteria that the release marks as deleted: dropped, as is right, or counted with weight 1 as some runs do. */
export type DeletedRule = 'dropped' | 'weightOne';

/**
 * The run scored anew with the severities of the release. `severityOf` is asked with a sample's criteria in the run's order; a sample
 * for which it knows none is excluded. `passed` means good behaviour there, so that a prohibition was broken when it is false.
 */
export function rescoreJudgedRun(
  run: JudgedRun,
  severitiesOf: (criteria: readonly string[]) => readonly Severity[] | undefined,
  deleted: DeletedRule,
): ReturnType<typeof headline> {
  return headline(
    run.map(({ rubric_ratings: ratings }) => {
      const severities = severitiesOf(ratings.map(({ criterion }) => criterion.trim()));
      if (severities === undefined) return undefined;
      const rated = ratings.flatMap(({ passed }, index) => {
        const severity = severities[index];
        if (severity === undefined || (severity === 'deleted' && deleted === 'dropped')) return [];
        if (severity === 'critical_negative') return [{ weight: -5, met: !passed }];
        return [{ weight: severity === 'critical' ? 5 : 1, met: passed }];
      });
      const score = arrW(rated);
      return score.kind === 'scored' ? score.raw : undefined;
    }),
  );
}
