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

/** More comparisons would keep a hover waiting, and more sizes are not read. */
const mostCompared = 3;

/** What the stored runs of a prompt say of its rules. Nothing is evaluated for it. */
export class RuleRevisions {
  readonly #sizes = new Map<string, Promise<string>>();

  constructor(private readonly revisions: PromptRevisions) {}

  /** The revisions that changed nothing but this rule. */
  async of(rule: string): Promise<ChangedRule['revisions']> {
    const history = await this.revisions.ownHistory();
    const found = revisionsOfRule(rule, history.revisions).map(async (one, place) => {
      const before = previousRevision(history, one.revision)?.revision;
      const run = one.runs.find(({ id }) => baselineOf(history, id)?.revision === before);
      const baseline = run && baselineOf(history, run.id);
      const pair = run && baseline && { before: baseline.id, after: run.id };
      const isCompared = pair !== undefined && place < mostCompared && vscode.workspace.isTrusted;
      const sizes = isCompared ? await this.#sizesOf(pair) : '';
      return { name: revisionName(one), at: one.firstAt, sizes, ...(pair && { pair }) };
    });
    return Promise.all(found);
  }

  /** Of the rules of `text`. Rejects with `RunStoreError`. */
  async view(text: string): Promise<RulesView> {
    const history = await this.revisions.ownHistory();
    const rules = promptRules(readPromptFile('', text));
    const tested = await lastRuleTest(history, this.revisions.location.store, benchmarks);
    const cites = await this.#opinion(history);
    const changed = rules.map(async ({ number, text: words, from: line }) => {
      const title = `${number}. ${boundedText(words, 80)}`;
      return { title, text: words, line, revisions: await this.of(words) };
    });
    return {
      ...(tested && { tested }),
      ...(cites && { cites }),
      changed: (await Promise.all(changed)).filter(({ revisions }) => revisions.length > 0),
      alike: alikeRules(rules).map((pair) => pair.map(({ number }) => number)),
    };
  }

  async #opinion({ runs }: PromptHistory): Promise<CiteReport | undefined> {
    const { store } = this.revisions.location;
    const asked = ({ id }: { readonly id: string }): boolean => existsSync(path.join(store.directoryOf(id), tagsFile));
    for (const { id } of runs.filter(({ purpose }) => purpose === undefined).filter(asked)) {
      const session = await this.revisions.session(id).catch(() => undefined);
      const cites = session && citeReport(session, reportedJudgesOf(session)[0] ?? '');
      if (cites !== undefined) return cites;
    }
    return undefined;
  }

  /** Nothing where the runs cannot be compared or read. */
  #sizesOf(pair: RunPair): Promise<string> {
    const key = `${pair.before} ${pair.after}`;
    const found =
      this.#sizes.get(key) ??
      this.revisions.measure(pair, undefined, new AbortController().signal).then(
        ({ changes: { metrics } }) => {
          const moved = metrics.filter(({ outcome, short }) => outcome !== 'exploratory' && /^[+−]/.test(short));
          return moved
            .slice(0, mostCompared)
            .map(({ metric, text }) => `${metric} ${text}.`)
            .join(' ');
        },
        () => '',
      );
    this.#sizes.set(key, found);
    return found;
  }
}
