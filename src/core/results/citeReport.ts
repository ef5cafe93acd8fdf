import { citesJudge, readCite, type CiteKind, fittingDecoys } from '../benchmark/judging/ruleCites';
import type { Verdict } from '../benchmark/judging/verdict';
import { readPromptFile } from '../prompt/promptFile';
import { commonWords, promptRules } from '../prompt/promptRules';
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
  const steps = asideSteps(session.aside, citesJudge);
  const said = steps.flatMap((step) => {
    const verdicts = step.kind === 'judged' ? step.verdicts : (step.slots ?? []);
    return verdicts.flatMap((verdict) => {
      const [, round, metric = '', key = ''] = /^([12]) (\S+) ([^]+)$/.exec(verdict.criterionId ?? '') ?? [];
      const answer: Verdict = { status: 'unscored', ...verdict };
      return round === undefined ? [] : [{ round, metric, key, answer, by: step.judgeModel ?? '' }];
    });
  });
  const last = said.at(-1);
  if (last === undefined) return undefined;
  const rules = promptRules(readPromptFile(session.manifest.prompt.path, session.manifest.prompt.text));
  const known = new Set(rules.map(({ number }) => number));
  const replies = new Map(failedCases(session, last.metric, judge).map(({ key, reply }) => [key, reply]));
  const own = said.filter(({ metric, by, key }) => metric === last.metric && by === last.by && replies.has(key));
  const keys = [...new Set(own.map(({ key }) => key))];
  const cases = keys.map((key) =>
    ['1', '2'].map((round) => {
      const answers = own.filter((one) => one.key === key && one.round === round);
      return answers
        .map(({ answer }) => readCite(answer, replies.get(key) ?? '', known))
        .findLast((one) => one !== undefined);
    }),
  );
  const answers = cases.flat().filter((one) => one !== undefined);
  const named = answers.filter(({ hasDecoy }) => hasDecoy).length;
  const both = cases.flatMap(([one, other], at) => {
    if (one === undefined || other === undefined) return [];
    const shared = one.rules.filter((number) => other.rules.includes(number));
    const isBare = one.rules.length + other.rules.length === 0 && one.kind === other.kind;
    const kind = one.kind === other.kind ? one.kind : undefined;
    const isSame = shared.length > 0 || isBare;
    const lacks = [one.lacks, other.lacks].find((said) => said !== '');
    return [{ key: keys[at] ?? '', shared, kind, isSame, lacks, counts: one.counts && other.counts }];
  });
  const same = both.filter(({ isSame, counts }) => isSame && counts);
  const wordsOf = (found: typeof same): string => {
    const counts = new Map<CiteKind, number>();
    for (const { kind } of found) if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return listWords([...counts].map(([kind, count]) => `${kindWords[kind]} ${count}`));
  };
  const isTooMany = named > mostDecoys * answers.length;
  const unusable =
    fittingDecoys(rules).length === 0
      ? t`No decoy fits this prompt, so nothing tells how often the judge invents. No rule is shown.`
      : isTooMany
        ? t`Unusable: the judge named rules that the prompt does not have in more than 10% of its answers. No rule is shown.`
        : undefined;
  const unscored = 2 * cases.length - answers.length;
  const bare = wordsOf(same.filter(({ shared }) => shared.length === 0));
  const missing: { readonly text: string; cases: number }[] = [];
  for (const { kind, lacks } of unusable === undefined ? same : []) {
    if (kind !== 'missing' || lacks === undefined) continue;
    const alike = missing.find(({ text }) => commonWords(text, lacks) > 0.5);
    if (alike === undefined) missing.push({ text: lacks, cases: 1 });
    else alike.cases += 1;
  }
  missing.sort((one, other) => other.cases - one.cases).splice(mostMissing);
  return {
    title: t`Opinion of a judge on the rules${session.manifest.judges.some(({ simulated }) => simulated) && last.by.startsWith('offline') ? t` (simulated)` : ''}`,
    ...{ metric: last.metric, judge: last.by, cases: cases.length, unscored },
    decoys: { named, of: answers.length },
    agreement: { same: both.filter(({ isSame }) => isSame).length, of: both.length },
    ...(unusable !== undefined && { unusable }),
    rules: rules
      .flatMap(({ number, text }) => {
        const found = unusable === undefined ? same.filter(({ shared }) => shared.includes(number)) : [];
        if (found.length === 0) return [];
        const words = t`named in ${found.length} of ${cases.length} failing cases (${wordsOf(found) || t`of different kinds`})`;
        const caused = found.filter(({ kind }) => kind === 'caused').length;
        return [{ number, text, cases: found.length, caused, ids: found.map(({ key }) => key), words }];
      })
      .toSorted((one, other) => other.cases - one.cases),
    missing,
    notes: [
      ...(unusable === undefined ? [] : [unusable]),
      t`An opinion of ${boundedText(last.by)} on ${cases.length} cases that fail “${metricTitle(session, last.metric)}”, not a measurement.`,
      t`It named a decoy in ${named} of ${answers.length} answers, and the same in both orders in ${both.filter(({ isSame }) => isSame).length} of ${both.length} cases.`,
      ...(unusable === undefined && bare !== '' ? [t`Without a rule: ${bare}.`] : []),
      ...missing.map(
        (one) => t`Missing, in the judge’s words, in ${countWords(one.cases, 'case', 'cases')}: “${one.text}”`,
      ),
      ...(unscored > 0 ? [t`${unscored} answers could not be read or did not arrive.`] : []),
    ],
  };
}

export function citeTables({ cites }: Pick<RunReport, 'cites'>): readonly ReportTable[] {
  if (cites === undefined) return [];
  const rows = cites.rules.map(({ number, text, words }) => [`${number}. ${boundedText(text, 80)}`, words]);
  return [{ title: cites.title, head: [t`Rule`, t`Opinion`], rows, notes: cites.notes }];
}
