import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { readPromptFile } from '../../core/prompt/promptFile';
import { promptRules } from '../../core/prompt/promptRules';
import { understoodSentences } from '../../core/prompt/readRules';
import type { RunReport } from '../../core/results/reportModel';
import { type RuleFindings, ruleFindings } from '../../core/results/failureGroups';
import { stackOf, t } from '../log';
import { plainLine } from '../revisions/revisionText';
import { extensionPrefix, readSettings } from '../settings';
import type { EvaluationServices } from '../evaluation/evaluationServices';
import { FailingThreads, type PromptOf, type ReviewedFindings } from './failingThreads';
import { literal } from './ruleThreads';

const pauseMs = 200;

type MarkKind = 'failing' | 'passing' | 'quiet';

/** Shows at each rule of an evaluated prompt what its last run says about it. */
export class RuleMarks implements vscode.Disposable {
  readonly threads: FailingThreads;
  readonly #log: vscode.LogOutputChannel;
  readonly #marks: Readonly<Record<MarkKind, vscode.TextEditorDecorationType>>;
  /** Hints wrap with their line, so that a full line does not push them out of sight as it does decorations. */
  readonly #hints = new Map<string, vscode.InlayHint[]>();
  readonly #hinted = new vscode.EventEmitter<void>();
  readonly #disposables: readonly { dispose(): unknown }[];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly promptOf: PromptOf,
    { log, tracker, extensionUri }: Pick<EvaluationServices, 'log' | 'tracker' | 'extensionUri'>,
    memory: vscode.Memento,
  ) {
    this.#log = log;
    const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', `${name}.svg`);
    const marked = (gutterIconPath: vscode.Uri | undefined): vscode.TextEditorDecorationType =>
      vscode.window.createTextEditorDecorationType({
        gutterIconPath,
        gutterIconSize: '60%',
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      });
    this.#marks = {
      failing: marked(icon('ruleFailing')),
      passing: marked(icon('rulePassing')),
      quiet: marked(undefined),
    };
    this.threads = new FailingThreads(promptOf, memory, () => this.request());
    this.#disposables = [
      ...Object.values(this.#marks),
      this.#hinted,
      vscode.languages.registerInlayHintsProvider('*', {
        onDidChangeInlayHints: this.#hinted.event,
        provideInlayHints: ({ uri }) => this.#hints.get(uri.toString()),
      }),
      tracker.onDidChange(() => this.request()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.request()),
      vscode.workspace.onDidChangeTextDocument(() => this.request()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(extensionPrefix)) this.request();
      }),
    ];
    this.request();
  }

  /** Draws once events pause. */
  request(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      try {
        for (const editor of vscode.window.visibleTextEditors) this.#draw(editor);
      } catch (error) {
        this.#log.error('The findings at the rules could not be shown.', stackOf(error));
      }
    }, pauseMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const one of [this.threads, ...this.#disposables]) one.dispose();
  }

  #draw(editor: vscode.TextEditor): void {
    const { document } = editor;
    const shownPrompt = this.promptOf(document.uri);
    if (shownPrompt === undefined) return;
    const report = readSettings(document.uri).ruleFindings ? shownPrompt.report : undefined;
    const prompt = report && readPromptFile('', document.getText());
    const findings = report && prompt ? ruleFindings(promptRules(prompt), report) : [];
    const shown = this.threads.show(document, findings);
    const simulated = report?.run.simulatedParts.includes('tutor') === true;
    const sentences = simulated && prompt ? understoodSentences(prompt) : [];
    const read = sentences.flatMap(({ line, rules }) => (rules.length > 0 ? [line] : []));
    const options: Record<MarkKind, vscode.DecorationOptions[]> = { failing: [], passing: [], quiet: [] };
    const hints: vscode.InlayHint[] = [];
    const worst = ({ groups: [largest] }: ReviewedFindings): number => largest?.cases.length ?? 0;
    // Two rules can stand on one line; the one with more failing cases has the mark.
    for (const one of shown.toSorted((left, right) => worst(right) - worst(left))) {
      const { rule, groups, isMeasured } = one;
      const end = document.lineAt(Math.min(rule.to, document.lineCount) - 1).range.end;
      const range = new vscode.Range(end, end);
      const isRead = !simulated || read.some((line) => line >= rule.from && line <= rule.to);
      const silent = isMeasured !== false || rule.kept === 'opening' ? '' : t`not measured`;
      const unread = isRead || rule.kept === 'opening' ? '' : t`simulation skips this`;
      const [largest] = groups;
      const more = groups.length > 1 ? t` (+${groups.length - 1} more)` : '';
      const failing = largest && t`${largest.cases.length} of ${largest.of} fail${more}`;
      const [tested = '', ...effects] = testedTexts(one, report);
      const text = tested === '' ? [failing ?? silent, unread].filter(Boolean).join(' · ') : tested;
      const kind = groups.length > 0 ? 'failing' : isMeasured === true && isRead ? 'passing' : 'quiet';
      const taken = Object.values(options).some((list) => list.some((other) => other.range.isEqual(range)));
      if (taken) continue;
      const said = [...effects, ...hoverTexts(one, isRead)].join('\n\n');
      options[kind].push({ range, ...(text === '' && { hoverMessage: said }) });
      if (text === '') continue;
      const shape = { paddingLeft: true, tooltip: new vscode.MarkdownString(said) };
      hints.push(Object.assign(new vscode.InlayHint(end, text), shape));
    }
    const key = document.uri.toString();
    if (!isDeepStrictEqual(this.#hints.get(key), hints)) {
      this.#hints.set(key, hints);
      this.#hinted.fire();
    }
    for (const [kind, mark] of Object.entries(this.#marks)) editor.setDecorations(mark, options[kind as MarkKind]);
  }
}

/** What a test of rules found about a rule that still has its words: in a word, then each effect. */
function testedTexts({ rule }: RuleFindings, report: RunReport | undefined): readonly string[] {
  const tested = report?.rules?.rules.find(({ text }) => text === rule.text);
  const effects = report?.rules?.targets.map(({ title }, index) => `${title} ${tested?.effects[index]?.text ?? ''}`);
  return tested === undefined ? [] : [tested.words, ...(effects ?? [])].map((text) => plainLine(text, 120));
}

function hoverTexts({ groups, isMeasured, dismissed }: ReviewedFindings, isRead: boolean): readonly string[] {
  const reasons = dismissed.map(({ reason }) => plainLine(reason, 200)).join('; ');
  return [
    groups.length > 0 &&
      t`Cases that fail in what this rule speaks of, or that judges cite it for. It need not be the cause.`,
    ...groups.map(({ benchmarkTitle, cases, of, failure }) =>
      plainLine(t`${benchmarkTitle}: ${cases.length} of ${of} cases: ${t(failure)}.`, 200),
    ),
    reasons !== '' && literal(t`${dismissed.length} dismissed: ${reasons}`),
    isMeasured === false && t`No judge of this run looks at what this rule speaks of.`,
    !isRead && t`The simulated tutor does not read this rule. A real model does.`,
  ].filter((line) => line !== false);
}
