import { citesJudge, readCite, type CiteKind, fittingDecoys, type ReadCite } from '../benchmark/judging/ruleCites';
import type { Verdict } from '../benchmark/judging/verdict';
import { groupedBy } from '../benchmark/samples';
import { readPromptFile } from '../prompt/promptFile';
import { commonWords, promptRules, type Rule } from '../prompt/promptRules';
import type { RunSession } from '../run/runSession';
import { asideSteps } from '../store/runRecord';
import { boundedText } from '../text/readableText';
import { countWords, listWords, t } from '../text/countWords';
import { failedCases, metricTitle } from './failedCases';
import type { ReportTable, RunReport } from './reportModel';
import type { CiteReport } from './ruleModel';

/** Above this share of answers that name a decoy, nothing that the judge names is shown. */
const mostDecoys = 0.1;
/** The most sentences on rules that are missing; those with mostly the same words are one. */
const mostMissing = 5;

const kindWords: Readonly<Record<CiteKind, string>> = {
  broken: t`broken`,
  missing: t`a rule is missing`,
  conflict: t`rules conflict`,
  caused: t`caused it`,
  notThePrompt: t`not the prompt’s fault`,
};

/** By the judge and metric asked last; `undefined` if none was. The stored answers may come from anyone. */
export function citeReport(session: RunSession, judge: string): CiteReport | undefined {
  const said = storedAnswers(session);
  const last = said.at(-1);
  if (last === undefined) return undefined;
  const rules = promptRules(readPromptFile(session.manifest.prompt.path, session.manifest.prompt.text));
  const replies = new Map(failedCases(session, last.metric, judge).map(({ key, reply }) => [key, reply]));
  const own = said.filter(({ metric, by, key }) => metric === last.metric && by === last.by && replies.has(key));
  const known = new Set(rules.map(({ number }) => number));
  const cases = [...groupedBy(own, ({ key }) => key)].map(([key, answers]) => {
    const readIn = (order: string): ReadCite | undefined =>
      answers
        .flatMap((one) => (one.order === order ? readCite(one.answer, replies.get(key) ?? '', known) : undefined))
        .findLast((cite) => cite !== undefined);
    return [key, [readIn('1'), readIn('2')]] as const;
  });
  const cites = cases.flatMap(([, orders]) => orders.filter((cite) => cite !== undefined));
  const both = cases.flatMap(([key, orders]) => opinionOf(key, orders));
  const agreed = both.filter(({ isSame }) => isSame);
  const decoys = { named: cites.filter(({ hasDecoy }) => hasDecoy).length, of: cites.length };
  const unusable = whyUnusable(rules, decoys);
  const shown = unusable === undefined ? agreed.filter(({ counts }) => counts) : [];
  const missing = missingRules(shown);
  const unscored = 2 * cases.length - cites.length;
  const bare = kindCounts(shown.filter(({ shared }) => shared.length === 0));
  const isSimulated = session.manifest.judges.some(({ simulated }) => simulated) && last.by.startsWith('offline');
  return {
    title: t`Opinion of a judge on the rules${isSimulated ? t` (simulated)` : ''}`,
    ...{ metric: last.metric, judge: last.by, cases: cases.length, unscored },
    decoys,
    agreement: { same: agreed.length, of: both.length },
    ...(unusable !== undefined && { unusable }),
    rules: namedRules(rules, shown, cases.length),
    missing,
    notes: [
      ...(unusable === undefined ? [] : [unusable]),
      t`An opinion of ${boundedText(last.by)} on ${cases.length} cases that fail “${metricTitle(session, last.metric)}”, not a measurement.`,
      t`It named a decoy in ${decoys.named} of ${decoys.of} answers, and the same in both orders in ${agreed.length} of ${both.length} cases.`,
      ...(bare === '' ? [] : [t`Without a rule: ${bare}.`]),
      ...missing.map(
        (one) => t`Missing, in the judge’s words, in ${countWords(one.cases, 'case', 'cases')}: “${one.text}”`,
      ),
      ...(unscored > 0 ? [t`${unscored} answers could not be read or did not arrive.`] : []),
    ],
  };
}

/** Answers about a failing case, `key`, in one of two orders of the rules. */
function storedAnswers({ aside }: RunSession) {
  return asideSteps(aside, citesJudge).flatMap((step) => {
    const verdicts = step.kind === 'judged' ? step.verdicts : (step.slots ?? []);
    return verdicts.flatMap((verdict) => {
      const [, order, metric = '', key = ''] = /^([12]) (\S+) ([^]+)$/.exec(verdict.criterionId ?? '') ?? [];
      const answer: Verdict = { status: 'unscored', ...verdict };
      return order === undefined ? [] : [{ order, metric, key, answer, by: step.judgeModel ?? '' }];
    });
  });
}

type Opinion = ReturnType<typeof opinionOf>[number];

/** What both orders say on a case: the same if they share a rule, or name none and are of one kind. */
function opinionOf(key: string, [one, other]: readonly (ReadCite | undefined)[]) {
  if (one === undefined || other === undefined) return [];
  const shared = one.rules.filter((number) => other.rules.includes(number));
  const kind = one.kind === other.kind ? one.kind : undefined;
  const isSame = shared.length > 0 || (one.rules.length + other.rules.length === 0 && kind !== undefined);
  const lacks = [one.lacks, other.lacks].find((words) => words !== '');
  return [{ key, shared, kind, isSame, lacks, counts: one.counts && other.counts }];
}

function kindCounts(opinions: readonly Opinion[]): string {
  const words = opinions.flatMap(({ kind }) => (kind === undefined ? [] : kindWords[kind]));
  return listWords([...groupedBy(words, (word) => word)].map(([word, { length }]) => `${word} ${length}`));
}

function whyUnusable(rules: readonly Rule[], { named, of }: CiteReport['decoys']): string | undefined {
  if (fittingDecoys(rules).length === 0)
    return t`No decoy fits this prompt, so nothing tells how often the judge invents. No rule is shown.`;
  if (named <= mostDecoys * of) return undefined;
  return t`Unusable: the judge named rules that the prompt does not have in more than 10% of its answers. No rule is shown.`;
}

function namedRules(rules: readonly Rule[], opinions: readonly Opinion[], cases: number): CiteReport['rules'] {
  const named = rules.flatMap(({ number, text }) => {
    const found = opinions.filter(({ shared }) => shared.includes(number));
    if (found.length === 0) return [];
    const words = t`named in ${found.length} of ${cases} failing cases (${kindCounts(found) || t`of different kinds`})`;
    const caused = found.filter(({ kind }) => kind === 'caused').length;
    return [{ number, text, cases: found.length, caused, ids: found.map(({ key }) => key), words }];
  });
  return named.toSorted((one, other) => other.cases - one.cases);
}

function missingRules(opinions: readonly Opinion[]): CiteReport['missing'] {
  const missing: { readonly text: string; cases: number }[] = [];
  for (const { kind, lacks } of opinions) {
    if (kind !== 'missing' || lacks === undefined) continue;
    const alike = missing.find(({ text }) => commonWords(text, lacks) > 0.5);
    if (alike === undefined) missing.push({ text: lacks, cases: 1 });
    else alike.cases += 1;
  }
  return missing.toSorted((one, other) => other.cases - one.cases).slice(0, mostMissing);
}

export function citeTables({ cites }: Pick<RunReport, 'cites'>): readonly ReportTable[] {
  if (cites === undefined) return [];
  const rows = cites.rules.map(({ number, text, words }) => [`${number}. ${boundedText(text, 80)}`, words]);
  return [{ title: cites.title, head: [t`Rule`, t`Opinion`], rows, notes: cites.notes }];
}
