import { describe, expect, it } from 'vitest';
import { agreementTable, reliabilityText } from '../../../src/core/trust/calibrationTable';
import { dimensionAgreement } from '../../../src/core/trust/dimensionAgreement';
import type { RatedLabel } from '../../../src/core/trust/ratedLabel';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { mrBenchSampleSchema } from '../../../src/core/benchmarks/mrbench/samples';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import type { tutorBenchSampleSchema } from '../../../src/core/benchmarks/tutorbench/samples';
import { ratedLabels } from './ratedLabels';

function table(rated: readonly RatedLabel[]): string {
  const statistics = dimensionAgreement('d', rated, { scale: ['Yes', 'No'], seed: '1', resamples: 50 });
  return agreementTable([statistics], 110);
}

describe('the tables by tutor', () => {
  const pairs = Array.from({ length: 24 }, (_, place) => {
    const human = place % 2 === 0 ? 'Yes' : 'No';
    return [human, place % 6 === 0 ? 'No' : human] as const;
  });
  const of = (tutor: string): readonly RatedLabel[] => ratedLabels(pairs).map((one) => ({ ...one, tutor }));

  it('give kappa and AC of each tutor, and are left out of labels of one', () => {
    const shown = table([...of('GPT4'), ...of('Phi3'), ...of('Gemini').slice(0, 3)]).replaceAll(/ +/g, ' ');
    expect(shown).toContain('Within tutors (trust uses these statistics');
    expect(shown).toContain('\nd 2 48 0.833 0.667 ');
    expect(shown).toContain('Kappa by tutor\ndimension GPT4 Phi3\nd 0.667 0.667\n');
    expect(shown).toContain('Pearson by tutor\ndimension GPT4 Phi3\nd 0.707 0.707\n');
    expect(table(of('GPT4'))).not.toContain('Within tutors');
  });
});

describe('the statistics of the papers', () => {
  it('have TutorBench’s F1 of met, over all criteria and the critical ones, with people’s own agreement', () => {
    const criteria = [5, 1, -5].map((weight, place) => ({ id: `c${place}`, text: `Criterion ${place}`, weight }));
    const reply = 'A reply.';
    const ratings = [[true, true, false], [true], [false, false]];
    const sample = {
      criteria,
      humanRatings: ratings.map((one, place) => ({ reply, criterionId: `c${place}`, ratings: one })),
    } as unknown as ReturnType<typeof tutorBenchSampleSchema.parse>;
    const rated = [true, false, false].map((judge, place) => ({
      ...{ dimension: 'criteria', sampleId: 's', tutor: '', criterionId: `c${place}`, reply, judge },
      human: ratings[place]?.[0] ?? false,
    }));
    const [found, ...others] = tutorBench.reliability?.(rated, new Map([['s', sample]])) ?? [];
    expect(others).toEqual([]);
    // All: met by both once, by people alone once. Single ratings: 2 of 3, 0 of 1, 2 of 2.
    expect(found?.rows[0]?.cells.slice(0, 3)).toEqual([3, 2 / 3, 4 / 6]);
    expect(found?.rows[1]?.cells.slice(0, 3)).toEqual([2, 1, 4 / 5]);
    expect(found === undefined ? '' : reliabilityText(found)).toMatch(
      /^F1 of “met” .*\n.* n .*\nall criteria .* 3 +0\.667/,
    );
    expect(tutorBench.reliability?.([], new Map())).toEqual([]);
  });

  it('have two people’s agreement where MRBench samples have a second annotator', () => {
    const labels = (label: string) => ({ actionability: label });
    const sample = mrBenchSampleSchema.parse({
      ...{ system: 'mrbench', id: 'm', source: 'Other', gradeBand: 'middle', topic: null, groundTruthSolution: null },
      history: [{ role: 'student', content: '3/8' }],
      references: {
        A: { response: 'a', labels: labels('Yes'), secondAnnotator: labels('Yes') },
        B: { response: 'b', labels: labels('No'), secondAnnotator: labels('Yes') },
        C: { response: 'c', labels: labels('No') },
      },
    });
    const rated = ['A', 'B', 'C'].map((tutor) => ({
      ...{ dimension: 'actionability', sampleId: 'm', tutor, reply: '', human: 'Yes', judge: 'Yes' },
    }));
    const samples = new Map([['m', sample]]);
    expect(mrBench.reliability?.(rated, samples)).toMatchObject([
      { rows: [{ title: 'actionability', cells: [2, 0.5, 0] }] },
    ]);
    expect(mrBench.reliability?.(rated.slice(2), samples)).toEqual([]);
  });
});
