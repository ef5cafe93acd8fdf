import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { baselineOf, previousRevision } from '../../core/history/baseline';
import { lastRuleTest } from '../../core/history/lastRuleTest';
import type { PromptHistory } from '../../core/history/promptHistory';
import { revisionsOfRule } from '../../core/history/revisionEdits';
import { readPromptFile } from '../../core/prompt/promptFile';
import { alikeRules, promptRules } from '../../core/prompt/promptRules';
import { citeReport } from '../../core/results/citeReport';
import type { ChangedRule, CiteReport, RulesView } from '../../core/results/ruleModel';
import { reportedJudgesOf } from '../../core/results/runHeader';
import { tagsFile } from '../../core/store/readJournal';
import { boundedText } from '../../core/text/readableText';
import type { RunPair } from '../../protocol/messages';
import type { PromptRevisions } from './promptRevisions';
import { revisionName } from './revisionText';

/** More comparisons would keep the view waiting, and more sizes are not read. */
const mostCompared = 3;

/** What the stored runs of a prompt say of the rules of a text. Rejects as reading its history does. */
export async function rulesView(revisions: PromptRevisions, text: string): Promise<RulesView> {
  const history = await revisions.ownHistory();
  const rules = promptRules(readPromptFile('', text));
  const tested = await lastRuleTest(history, revisions.location.store, benchmarks);
  const cites = await opinionIn(history, revisions);
  const changed = rules.map(async ({ number, text: words, from: line }) => {
    const title = `${number}. ${boundedText(words, 80)}`;
    return { title, text: words, line, revisions: await changesOf(words, history, revisions) };
  });
  return {
    ...(tested && { tested }),
    ...(cites && { cites }),
    changed: (await Promise.all(changed)).filter((one) => one.revisions.length > 0),
    alike: alikeRules(rules).map((pair) => pair.map(({ number }) => number)),
  };
}

/** The revisions that changed nothing but this rule. */
async function changesOf(
  rule: string,
  history: PromptHistory,
  revisions: PromptRevisions,
): Promise<ChangedRule['revisions']> {
  const found = revisionsOfRule(rule, history.revisions).map(async (one, index) => {
    const before = previousRevision(history, one.revision)?.revision;
    const run = one.runs.find(({ id }) => baselineOf(history, id)?.revision === before);
    const baseline = run && baselineOf(history, run.id);
    const pair = run && baseline && { before: baseline.id, after: run.id };
    const isCompared = pair !== undefined && index < mostCompared && vscode.workspace.isTrusted;
    const sizes = isCompared ? await sizesOf(pair, revisions) : '';
    return { name: revisionName(one), at: one.firstAt, sizes, ...(pair && { pair }) };
  });
  return Promise.all(found);
}

/** Of the newest evaluation that a judge was asked about. */
async function opinionIn({ runs }: PromptHistory, revisions: PromptRevisions): Promise<CiteReport | undefined> {
  const { store } = revisions.location;
  const asked = runs.find(({ id, purpose }) => {
    return purpose === undefined && existsSync(path.join(store.directoryOf(id), tagsFile));
  });
  const session = asked && (await revisions.session(asked.id).catch(() => undefined));
  return session && citeReport(session, reportedJudgesOf(session)[0] ?? '');
}

/** What the targets gained or lost; nothing where the runs cannot be compared or read. */
async function sizesOf(pair: RunPair, revisions: PromptRevisions): Promise<string> {
  const measured = await revisions.measure(pair, undefined, new AbortController().signal).catch(() => undefined);
  const metrics = measured?.changes.metrics ?? [];
  const moved = metrics.filter(({ outcome, short }) => outcome !== 'exploratory' && /^[+−]/.test(short));
  return moved
    .slice(0, mostCompared)
    .map(({ metric, text }) => `${metric} ${text}.`)
    .join(' ');
}
