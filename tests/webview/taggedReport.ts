import { guideEvalTaxonomy } from '../../src/core/benchmarks/guideeval/failureTaxonomy';
import type { RunReport } from '../../src/core/results/reportModel';
import { isFailing } from '../../webview/cases/caseFilter';
import { guideEval } from './panelStates';

const [benchmark] = guideEval.benchmarks;
if (benchmark === undefined) throw new Error('The made-up run has no benchmark.');

export const failingCases = benchmark.cases.filter(isFailing);
const failingMeans = guideEvalTaxonomy.failing;
const shown = guideEvalTaxonomy.tags.slice(3, 5);

/** The made-up run before any judge was asked how its replies fail. */
export const untagged: RunReport = {
  ...guideEval,
  warnings: [],
  benchmarks: [{ ...benchmark, failureTags: { failing: failingCases.length + 2, failingMeans } }],
};

/** The same with two tags on its first failing case, one on the others, one answer unreadable and one not asked for. */
export const tagged: RunReport = {
  ...untagged,
  benchmarks: [
    {
      ...benchmark,
      cases: benchmark.cases.map((one) => {
        const place = failingCases.indexOf(one);
        return place < 0 ? one : { ...one, failureTags: shown.slice(0, place === 0 ? 2 : 1).map(({ title }) => title) };
      }),
      failureTags: {
        failing: failingCases.length + 2,
        failingMeans,
        judge: 'openai:made-up-judge',
        version: 'failure-tags@00000000',
        tagged: failingCases.length,
        unscored: 1,
        none: 0,
        tags: guideEvalTaxonomy.tags.map(({ id, title, sign }) => ({
          id,
          title,
          sign,
          count: id === shown[0]?.id ? failingCases.length : id === shown[1]?.id ? 1 : 0,
        })),
      },
    },
  ],
};
