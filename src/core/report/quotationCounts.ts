import { countOf } from './countWords';
import { isJudged, type Play } from './play';
import type { BenchmarkReport, QuotationCount } from './reportModel';

/** What is said of a quotation that does not stand in what was judged. */
export const quotationNotFound = 'not found in the reply';

/** How many quotations each judge model gave that were looked up, and how many were not found; those without any are left out. */
export function quotationCounts(plays: readonly Play[], judgeModels: readonly string[]): readonly QuotationCount[] {
  return judgeModels
    .map((judge) => {
      const found = plays
        .filter((play) => isJudged(play, judge))
        .flatMap(({ state }) => state.verdictsOf(judge))
        .flatMap(({ evidenceFound }) => (evidenceFound === undefined ? [] : [evidenceFound]));
      return { judge, notFound: found.filter((one) => !one).length, of: found.length };
    })
    .filter(({ of }) => of > 0);
}

/** A sentence half for each judge model, `openai:m: 2 of 30 quotations not found in the reply`; the name only where there are several. */
export function quotationLines({ quotations = [] }: Pick<BenchmarkReport, 'quotations'>): readonly string[] {
  return quotations.map(({ judge, notFound, of }) => {
    const name = quotations.length > 1 ? `${judge}: ` : '';
    return `${name}${countOf(notFound, of, 'quotation', 'quotations')} ${quotationNotFound}`;
  });
}
