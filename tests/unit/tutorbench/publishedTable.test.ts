import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { missingNote, publicFile, publicJson } from '../mrbench/publicFile';
import { headlineOf } from './scoresByMetrics';

const path = 'spec/published/tutorbench.json';
const row = z.object({ textOnly: z.number(), multimodal: z.number().nullable(), overall: z.number().nullable() });
const file = z.object({
  counts: z.object({ multimodal: z.number(), textOnly: z.number(), samples: z.number() }),
  table1Percent: z.array(row.extend({ model: z.string() })),
  studyModePercent: row,
});

describe.skipIf(publicFile(path) === undefined)(`the printed Table 1${missingNote([path])}`, () => {
  const printed = () => file.parse(publicJson(path));

  it('has as overall the mean of both modalities weighted by their samples, for every model that saw the images', () => {
    const { counts, table1Percent, studyModePercent } = printed();
    expect(counts.textOnly + counts.multimodal).toBe(counts.samples);
    let compared = 0;
    for (const { textOnly, multimodal, overall } of [...table1Percent, studyModePercent]) {
      if (multimodal === null) continue;
      const pooled = headlineOf([
        ...Array.from({ length: counts.textOnly }, () => textOnly / 100),
        ...Array.from({ length: counts.multimodal }, () => multimodal / 100),
      ]);
      expect(Math.abs((pooled ?? Number.NaN) - (overall ?? Number.NaN))).toBeLessThanOrEqual(0.011);
      compared += 1;
    }
    expect(compared).toBe(13);
  });

  it('has no overall for the models that cannot see images', () => {
    const blind = printed().table1Percent.filter(({ multimodal }) => multimodal === null);
    expect(blind.map(({ overall }) => overall)).toEqual([null, null, null]);
  });
});
