import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { lastRuleTest } from '../../core/history/lastRuleTest';
import { StoredRunError } from '../../core/history/planRejudge';
import { planSuggestions } from '../../core/history/planAside';
import { turnedDownEdits } from '../../core/history/turnedDown';
import { EditError, editedSince, editKey, editTitle } from '../../core/prompt/promptEdit';
import { readPromptFile } from '../../core/prompt/promptFile';
import { promptRules, type Rule, sameRule } from '../../core/prompt/promptRules';
import type { SuggestedEdit } from '../../core/results/suggestedEdits';
import { FileEditLog } from '../../core/store/editLog';
import { mostCandidates } from '../../core/store/runManifest';
import { countWords } from '../../core/text/countWords';
import type { EvaluationServices } from '../evaluation/evaluationServices';
import { runContext } from '../evaluation/prepareRun';
import { inform, Notice, offer, t } from '../log';
import { askBeside, judgeBeside } from './askBeside';
import type { PromptController } from './promptController';
import { assertMayWrite } from '../restrictedMode';
import { askReason, namedTexts, threadAt } from '../rules/ruleThreads';
import { replaceText } from '../revisions/revisionDocuments';
import { plainLine } from '../revisions/revisionText';
import { extensionPrefix } from '../settings';

const scheme = `${extensionPrefix.toLowerCase()}-edit`;

interface Suggestion {
  readonly thread: vscode.CommentThread;
  readonly uri: vscode.Uri;
  readonly suggested: SuggestedEdit & { readonly text: string };
  readonly rule: Rule;
  /** The text that it was proposed for. */
  readonly prompt: string;
}

/** Edits that a model proposed, as threads at their rules. Nothing is applied by itself. */
export class Suggestions implements vscode.Disposable {
  readonly #comments = vscode.comments.createCommentController(`${extensionPrefix}.suggestions`, t`Suggested Edits`);
  readonly #shown = new Map<string, readonly Suggestion[]>();
  readonly #texts: string[] = [];
  readonly #documents: vscode.Disposable;

  constructor(private readonly services: EvaluationServices) {
    this.#documents = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ query }) => this.#texts[Number(query)] ?? '',
    });
  }

  dispose(): void {
    this.#documents.dispose();
    this.#comments.dispose();
  }

  /** Asks a model, from the failing cases of the shown run that failed before, and shows what it proposes. */
  async ask(document: vscode.TextDocument, controller: PromptController): Promise<void> {
    assertMayWrite(document.uri);
    const { session } = controller;
    const { runId, explored } = session?.manifest ?? {};
    if (runId === undefined || explored === undefined) {
      const advice = t`A failure may be chance. Explore the failing cases with this text first; edits are suggested for those that fail again.`;
      if (await offer(vscode.window.showInformationMessage, advice, t`Explore Failing Cases`))
        await vscode.commands.executeCommand(`${extensionPrefix}.exploreFailing`, document.uri);
      return;
    }
    const context = runContext(document.uri, this.services);
    const { store, root, promptPath } = context.prompt;
    const [stored, original] = [await store.open(runId), await store.open(explored.run)];
    const history = await controller.revisions.ownHistory();
    const turnedDown = await turnedDownEdits(history, promptPath, root, benchmarks);
    const targets = readPromptFile('', document.getText()).defaults.targets ?? [];
    const tested = await lastRuleTest(history, store, benchmarks);
    const planned = planSuggestions(
      stored,
      original,
      judgeBeside(stored.manifest, document.getText(), context),
      { targets, caps: context.settings.caps, turnedDown, tested },
      benchmarks,
    );
    const question = t`Ask a model for edits, from ${countWords(planned.stable, 'case', 'cases')} that failed twice? No tutor is asked.`;
    const purpose = { question, yes: t`Ask` };
    if (!(await askBeside({ ...planned, runId, purpose, title: t`Suggested edits` }, context, this.services))) return;
    this.show(document, stored.manifest.prompt.text, planned.proposedIn(await store.open(runId)));
  }

  /** The suggestions that stand at a prompt, for a race. Those that no longer fit its text go. */
  candidatesFor(document: vscode.TextDocument): readonly { readonly title: string; readonly text: string }[] {
    const gone: string[] = [];
    const fitting = (this.#shown.get(document.uri.toString()) ?? []).flatMap((one) => {
      const { title, edit } = one.suggested;
      try {
        return [{ title, text: editedSince(document.getText(), edit, one.prompt) }];
      } catch (error) {
        if (!EditError.is(error)) throw error;
        this.#forget(one);
        gone.push(title);
        return [];
      }
    });
    if (gone.length > 0) inform(plainLine(t`Left out, because the text has changed: ${gone.join('; ')}.`, 500));
    if (fitting.length === 0) throw new Notice(t`No suggestion stands at this prompt. Ask for edits first.`);
    return fitting.slice(-mostCandidates);
  }

  /** Both sides are copies: the threads of the file itself would push the change out of sight. */
  async preview(thread: unknown): Promise<void> {
    const one = this.#find(thread);
    const text = (await vscode.workspace.openTextDocument(one.uri)).getText();
    const [before, after] = [text, editedSince(text, one.suggested.edit, one.prompt)].map((side) =>
      vscode.Uri.from({ scheme, path: one.uri.path, query: String(this.#texts.push(side) - 1) }),
    );
    await vscode.commands.executeCommand('vscode.diff', before, after, plainLine(one.suggested.title, 80));
  }

  /** One step to undo. */
  async apply(thread: unknown): Promise<void> {
    const one = this.#find(thread);
    const { uri } = one;
    const change = (text: string): string => editedSince(text, one.suggested.edit, one.prompt);
    const problem = await replaceText(uri, change, (name) => t`The edit is in ${name}, unsaved. Undo takes it out.`);
    if (problem !== undefined) {
      void vscode.window.showErrorMessage(problem);
      return;
    }
    this.#forget(one);
    const advice = t`Applied, and not proved. Evaluate to compare the new text with the baseline.`;
    if (await offer(vscode.window.showInformationMessage, advice, t`Evaluate`))
      await vscode.commands.executeCommand(`${extensionPrefix}.evaluate`, uri);
  }

  /** Asks for the reason, which the next round reads. */
  async dismiss(thread: unknown): Promise<void> {
    const one = this.#find(thread);
    const question = t`Dismiss “${plainLine(one.suggested.title, 80)}”`;
    const reason = await askReason(question, t`Why? The model reads it when it is asked again.`);
    if (reason === undefined) return;
    const { root, promptPath: prompt } = this.services.storeFor(one.uri);
    const { title, edit } = one.suggested;
    const key = editKey(edit, one.rule.text);
    const at = new Date().toISOString();
    await new FileEditLog(root).append({ kind: 'dismissal', at, prompt, title, key, reason: reason.slice(0, 1_000) });
    this.#forget(one);
  }

  /** The threads of an earlier round stay until another one brings some. */
  show(document: vscode.TextDocument, prompt: string, all: readonly SuggestedEdit[]): void {
    const earlier = this.#shown.get(document.uri.toString()) ?? [];
    const rules = promptRules(readPromptFile('', prompt));
    const now = promptRules(readPromptFile('', document.getText()));
    const shown = all.flatMap((suggested): readonly Suggestion[] => {
      const rule = rules.find(({ number }) => number === suggested.edit.rule);
      const line = rule && sameRule(rule, rules, now)?.to;
      if (suggested.text === undefined || rule === undefined || line === undefined) return [];
      const thread = threadAt(this.#comments, document, line, 'suggestion');
      thread.comments = [commentOf(suggested)];
      thread.label = plainLine(t`Suggestion: ${editTitle({ ...suggested.edit, text: '' })}`, 120);
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
      return [{ thread, uri: document.uri, suggested: { ...suggested, text: suggested.text }, rule, prompt }];
    });
    const refused = all.length - shown.length;
    const left = refused === 0 ? '' : t` ${refused} more were refused, or their rule has changed.`;
    const stay = earlier.length === 0 ? '' : t` Earlier suggestions stay.`;
    if (shown.length === 0) throw new StoredRunError(t`No edit that is worth a call was proposed.${left}${stay}`);
    for (const { thread } of earlier) thread.dispose();
    this.#shown.set(document.uri.toString(), shown);
    vscode.window.setStatusBarMessage(
      t`${countWords(shown.length, 'edit stands at its rule', 'edits stand at their rules')}.${left}`,
      8_000,
    );
  }

  #find(thread: unknown): Suggestion {
    const found = [...this.#shown.values()].flat().find((one) => one.thread === thread);
    if (found === undefined) throw new Notice(t`Open a suggestion at its rule first.`);
    return found;
  }

  #forget(one: Suggestion): void {
    one.thread.dispose();
    const all = this.#shown.get(one.uri.toString()) ?? [];
    const others = all.filter((other) => other !== one);
    this.#shown.set(one.uri.toString(), others);
  }
}

function commentOf({ edit, why, failure, cases }: SuggestedEdit): vscode.Comment {
  const body = namedTexts([
    [t`Rule`, plainLine(edit.text ?? t`goes`, 700)],
    [t`Why`, plainLine(why, 700)],
    ...(cases === 0 ? [] : [[t`For`, plainLine(`${countWords(cases, 'case', 'cases')}: ${failure}`, 700)] as const]),
  ]);
  const author = {
    name: cases === 0 ? t`Proposed without a model, to be confirmed` : t`Proposed by a model, not measured`,
  };
  return { body, mode: vscode.CommentMode.Preview, author, contextValue: 'suggestion' };
}
