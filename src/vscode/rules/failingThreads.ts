import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { failingCase } from '../../core/results/failingCase';
import type { RuleFindings, ShownGroup } from '../../core/results/failureGroups';
import { Notice, offer, t } from '../log';
import type { RunReport } from '../../core/results/reportModel';
import type { RunSession } from '../../core/run/runSession';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { plainLine } from '../revisions/revisionText';
import { extensionPrefix } from '../settings';
import { askReason, namedTexts, threadAt } from './ruleThreads';

interface ReviewedPrompt {
  readonly session: RunSession | undefined;
  readonly report: RunReport | undefined;
  readonly revisions: Pick<PromptRevisions, 'ownHistory' | 'flip'>;
  readonly isRunning: boolean;
  cancel(): Promise<void>;
}

/** A failing reply and its rule, kept so that dismissed findings stay away until the rule changes. */
type Dismissed = Readonly<Record<'prompt' | 'rule' | 'failure' | 'reason', string>>;

export type ReviewedFindings = RuleFindings & { readonly dismissed: readonly Pick<Dismissed, 'reason'>[] };

interface RuleThread {
  readonly thread: vscode.CommentThread;
  readonly document: vscode.TextDocument;
  readonly rule: string;
  readonly cases: readonly { readonly group: ShownGroup; readonly id: string; readonly number: number }[];
  position: number;
}

export type PromptOf = (uri: vscode.Uri) => ReviewedPrompt | undefined;

const memoryKey = 'dismissedFailures';
const longestText = 1_500;

/** Failing cases as comment threads at the rules that they concern: at most one a rule, folded, one case at a time. */
export class FailingThreads implements vscode.Disposable {
  readonly #comments = vscode.comments.createCommentController(`${extensionPrefix}.failing`, t`Failing Cases`);
  readonly #threads = new Map<string, { readonly shown: string; readonly threads: readonly RuleThread[] }>();

  constructor(
    private readonly promptOf: PromptOf,
    private readonly memory: vscode.Memento,
    private readonly changed: () => void,
  ) {}

  /** Returns the findings without the dismissed groups, and the reasons why those are gone. */
  show(document: vscode.TextDocument, all: readonly RuleFindings[]): readonly ReviewedFindings[] {
    const uri = document.uri.toString();
    const findings = all.map((one) => {
      const gone = this.#dismissed().filter(({ prompt, rule }) => prompt === uri && rule === one.rule.text);
      const isGone = (group: ShownGroup): boolean => gone.some(({ failure }) => failure === group.failure);
      const dismissed = gone.filter(({ failure }) => one.groups.some((group) => group.failure === failure));
      return { ...one, groups: one.groups.filter((group) => !isGone(group)), dismissed };
    });
    const runId = this.promptOf(document.uri)?.session?.manifest.runId;
    const partsOf = ({ failure, cited, cases }: ShownGroup): unknown => [failure, cited && cases];
    const parts = findings.map(({ rule, groups }) => [rule.text, rule.to, groups.map(partsOf)]);
    const shown = JSON.stringify([runId, parts]);
    const known = this.#threads.get(uri);
    if (known?.shown === shown) return findings;
    for (const { thread } of known?.threads ?? []) thread.dispose();
    const threads = findings.filter(({ groups }) => groups.length > 0).map((one) => this.#open(document, one));
    this.#threads.set(uri, { shown, threads });
    return findings;
  }

  /** Steps through the failing cases of a thread, else of the prompt in the editor, and unfolds where it stands. */
  step(by: 1 | -1, thread: unknown): ReturnType<FailingThreads['caseOf']> {
    const found = this.#find(thread);
    if (found !== undefined) return this.#move(found, found.position + by);
    const editor = vscode.window.activeTextEditor;
    const threads = editor === undefined ? [] : (this.#threads.get(editor.document.uri.toString())?.threads ?? []);
    const { Collapsed, Expanded } = vscode.CommentThreadCollapsibleState;
    const at = threads.findIndex((one) => one.thread.collapsibleState === Expanded);
    const open = threads[at];
    const next = (open?.position ?? 0) + by;
    const current = open?.cases[next] ? open : threads.at(at < 0 && by < 0 ? -1 : (at + by) % threads.length);
    if (editor === undefined || current === undefined)
      throw new Notice(t`No failing case stands at a rule of this prompt. Evaluate it first.`);
    if (open !== undefined && open !== current) open.thread.collapsibleState = Collapsed;
    const shown = this.#move(current, current === open ? next : by > 0 ? 0 : -1);
    // The end of a long line would scroll the editor sideways.
    const start = current.thread.range?.start ?? new vscode.Position(0, 0);
    editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    return shown;
  }

  /** The prompt and the case that a thread shows, and all cases of its group. */
  caseOf(thread: unknown): { readonly uri: vscode.Uri; readonly id: string; readonly group: readonly string[] } {
    const found = this.#find(thread);
    const shown = found?.cases[found.position];
    if (found === undefined || shown === undefined) throw new Notice(t`Open a failing case at its rule first.`);
    return { uri: found.document.uri, id: shown.id, group: shown.group.cases };
  }

  /** Asks for the reason. The finding stays away until the rule's text changes. */
  async dismiss(thread: unknown): Promise<void> {
    const found = this.#find(thread);
    const group = found?.cases[found.position]?.group;
    if (found === undefined || group === undefined) return;
    const title = t`Dismiss “${plainLine(t(group.failure), 80)}” at this rule`;
    const reason = await askReason(title, t`Why? It comes back when the text of the rule changes.`);
    if (reason === undefined) return;
    const { document, rule } = found;
    const one: Dismissed = { prompt: document.uri.toString(), rule, failure: group.failure, reason };
    await this.memory.update(memoryKey, [...this.#dismissed(), one]);
    this.changed();
    const said = t`Dismissed: ${plainLine(t(group.failure), 80)}.`;
    if (!(await offer(vscode.window.showInformationMessage, said, t`Undo`))) return;
    await this.memory.update(
      memoryKey,
      this.#dismissed().filter((other) => !isDeepStrictEqual(other, one)),
    );
    this.changed();
  }

  dispose(): void {
    this.#comments.dispose();
  }

  #open(document: vscode.TextDocument, { rule, groups }: RuleFindings): RuleThread {
    const thread = threadAt(this.#comments, document, rule.to, 'failing');
    const cases = groups.flatMap((group) => group.cases.map((id, index) => ({ group, id, number: index + 1 })));
    const one: RuleThread = { thread, document, rule: rule.text, cases, position: 0 };
    this.#fill(one);
    return one;
  }

  #move(one: RuleThread, position: number): ReturnType<FailingThreads['caseOf']> {
    one.position = (position + one.cases.length) % one.cases.length;
    this.#fill(one);
    one.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    return this.caseOf(one.thread);
  }

  #fill({ thread, document, cases, position }: RuleThread): void {
    const shown = cases[position];
    const session = this.promptOf(document.uri)?.session;
    if (shown === undefined || session === undefined) return;
    const { group, id, number } = shown;
    const found = failingCase(session, group, id);
    const count = group.cases.length;
    thread.label = plainLine(t`${count} of ${group.of}: ${t(group.failure)} · ${group.benchmarkTitle}`, 120);
    const said = [
      [t`Student`, found?.student ?? group.example.quote],
      [t`Reply`, found?.reply ?? ''],
      ...(found === undefined ? [] : [[t`Judge`, [found.label, found.reason].filter(Boolean).join('\n')] as const]),
    ] as const;
    const body = namedTexts(said.map(([name, text]) => [name, text.slice(0, longestText) || '–']));
    const author = { name: t`Case ${number} of ${count}` };
    const label = found === undefined ? undefined : plainLine(found.judge, 60);
    thread.comments = [{ body, mode: vscode.CommentMode.Preview, author, label, contextValue: 'failing' }];
  }

  #find(thread: unknown): RuleThread | undefined {
    return [...this.#threads.values()].flatMap(({ threads }) => threads).find((one) => one.thread === thread);
  }

  #dismissed(): readonly Dismissed[] {
    return this.memory.get<readonly Dismissed[]>(memoryKey, []);
  }
}
