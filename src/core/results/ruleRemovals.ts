import { promptRules } from '../prompt/promptRules';
import type { PromptFile } from '../prompt/promptFile';
import { t } from '../text/countWords';
import { formatTime } from '../text/formatTime';
import type { CiteReport, RulesView } from './ruleModel';
import type { ProposedEdit } from './suggestedEdits';

/** More would take the samples of a race from the other candidates. */
const mostRemovals = 2;

/**
 * Rules to be tried without, for which no model is asked: first those that a test found to hurt, then those without
 * evidence that they do anything, then those that a judge says caused failures. A rule that helps stays.
 */
export function ruleRemovals(
  file: PromptFile,
  tested: RulesView['tested'],
  cites: CiteReport | undefined,
): readonly ProposedEdit[] {
  const { at = '', report } = tested ?? {};
  const found = (report?.rules ?? []).filter(({ numbers }) => numbers.length === 1);
  const worth = ({ effects }: (typeof found)[number]): number => effects[0]?.worth ?? 0;
  const outcomes = (['hurts', 'nothing'] as const).map((outcome) =>
    found.filter((one) => one.outcome === outcome).sort((one, other) => worth(one) - worth(other)),
  );
  const known = new Set(found.filter(({ outcome }) => outcome !== undefined).map(({ text }) => text));
  const blamed = (cites?.rules ?? []).filter(({ text, caused }) => caused > 0 && !known.has(text));
  const all = [
    ...outcomes.flat().map(({ text, words }) => ({ text, why: t`Test of rules of ${formatTime(at)}: ${words}.` })),
    ...blamed.map(({ text, words }) => ({ text, why: t`Opinion of a judge: ${words}.` })),
  ];
  const rules = promptRules(file);
  return all
    .flatMap(({ text, why }) => {
      const rule = rules.find((one) => one.text === text && one.kept === undefined)?.number;
      return rule === undefined ? [] : [{ edit: { op: 'remove', rule } as const, why, failure: '', cases: 0 }];
    })
    .slice(0, mostRemovals);
}
