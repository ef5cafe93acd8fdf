import * as vscode from 'vscode';
import { headlineNames, metricName } from '../../core/benchmark/aims';
import { readPromptFile } from '../../core/prompt/promptFile';
import { baselineOf } from '../../core/history/baseline';
import { formatMetric } from '../../core/benchmark/formatMetric';
import { caseDetail } from '../../core/results/caseDetail';
import { passes } from '../../core/results/explored';
import { failingCase } from '../../core/results/failingCase';
import type { BenchmarkReport, CaseDetail, RunReport } from '../../core/results/reportModel';
import { hasEnded, statusTexts } from '../../core/store/statusTexts';
import type { RunSession } from '../../core/run/runSession';
import type { EvaluationServices } from '../evaluation/evaluationServices';
import { reasonOf, showFailure, stackOf, t } from '../log';
import { nameInPath, plainLine } from '../revisions/revisionText';
import { findPromptFiles, readSettings } from '../settings';
import { choicesFor } from '../evaluation/prepareRun';
import type { PromptOf } from './failingThreads';

interface Tested {
  promptOf: PromptOf;
  evaluate(document: vscode.TextDocument): Promise<void>;
  explore(document: vscode.TextDocument, cases?: readonly string[]): Promise<void>;
}

type Metric = BenchmarkReport['blocks'][number]['metrics'][number];

/** A run on each save must stay cheap: about 40 calls. */
const mostOnSave = 10;

/** Failing cases shown at a metric; the panel has all. */
const mostMessages = 5;

/**
 * Evaluated prompts in the Test Explorer: benchmarks, their headline metrics, and failing cases as messages with the
 * baseline's reply beside the new one. Messages have no place in the file, where the rules have marks of their own.
 */
export class PromptTests implements vscode.Disposable {
  readonly #tests: vscode.TestController;
  /** By prompt, the run that the explorer shows and how far it had come. */
  readonly #shown = new Map<string, string>();
  /** Prompts whose run was started in the explorer. */
  readonly #started = new Set<string>();
  readonly #listening: vscode.Disposable;

  constructor(
    private readonly tested: Tested,
    private readonly services: Pick<EvaluationServices, 'tracker' | 'log' | 'tests'>,
  ) {
    const { tracker, log, tests } = services;
    this.#tests = tests;
    const profile = (label: string, start: Tested['evaluate'], isDefault: boolean): vscode.TestRunProfile =>
      this.#tests.createRunProfile(
        label,
        vscode.TestRunProfileKind.Run,
        (request, token) =>
          request.continuous === true ? this.#runOnSave(request, token) : this.#start(request, token, start),
        isDefault,
      );
    profile(t`Evaluate`, (document) => tested.evaluate(document), true);
    profile(t`Run Failing Cases Only`, (document) => tested.explore(document), false);
    const few = (document: vscode.TextDocument): Promise<void> =>
      tested.explore(document, firstFailing(tested.promptOf(document.uri)?.report));
    profile(t`Run the First ${mostOnSave} Failing Cases`, few, false).supportsContinuousRun = true;
    this.#listening = tracker.onDidChange((key) => {
      this.#showNew(vscode.Uri.parse(key)).catch((error: unknown) => {
        log.error('A run could not be shown in the Test Explorer.', stackOf(error));
      });
    });
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /** Prompt files before their first run, and for one of them what a run would measure. */
  async discover(prompt: vscode.TestItem | undefined): Promise<void> {
    if (prompt === undefined) for (const uri of await findPromptFiles()) this.#itemOf(uri);
    if (prompt?.uri === undefined || prompt.children.size > 0) return;
    const { uri } = prompt;
    const file = readPromptFile('', (await vscode.workspace.openTextDocument(uri)).getText());
    for (const benchmark of choicesFor(file, readSettings(uri)).benchmarks) {
      const item = this.#add(prompt, benchmark);
      for (const id of headlineNames(benchmark)) {
        const metric = benchmark.metrics.find((one) => metricName(benchmark.id, one) === id);
        if (metric === undefined) continue;
        const block = benchmark.blocks.find((one) => one.id === metric.block);
        this.#add(item, { id, title: metric.title }, t(block?.title ?? ''));
      }
    }
  }

  async #start(request: vscode.TestRunRequest, token: vscode.CancellationToken, start: Tested['evaluate']) {
    const all = Array.from(this.#tests.items, ([, item]) => item);
    const wanted = new Map((request.include ?? all).map(({ uri }) => [uri?.toString() ?? '', uri]));
    for (const [key, uri] of wanted) {
      const item = this.#tests.items.get(key);
      if (item === undefined || uri === undefined) continue;
      const document = await vscode.workspace.openTextDocument(uri);
      if (token.isCancellationRequested) return;
      const run = this.#tests.createTestRun(request, nameInPath(uri));
      const cancelling = token.onCancellationRequested(() => void this.tested.promptOf(uri)?.cancel());
      this.#started.add(key);
      try {
        run.started(item);
        await start(document);
        if (this.#isNew(uri)) await this.#show(uri, run);
      } finally {
        this.#started.delete(key);
        cancelling.dispose();
        run.end();
      }
    }
  }

  /** The same cases at each save, whether or not the last text passed them. */
  #runOnSave({ include }: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    const cases = new Map<string, readonly string[]>();
    const wanted = include && new Set(include.map((item) => item.uri?.toString()));
    const saving = vscode.workspace.onDidSaveTextDocument((document) => {
      const key = document.uri.toString();
      const prompt = this.tested.promptOf(document.uri);
      if (this.#tests.items.get(key) === undefined || wanted?.has(key) === false || prompt?.isRunning !== false) return;
      const own = cases.get(key) ?? firstFailing(prompt.report);
      cases.set(key, own);
      if (own.length === 0) return;
      this.tested.explore(document, own).catch((error: unknown) => {
        void showFailure(this.services.log, `Tutor Prompt: ${reasonOf(error)}`, error);
      });
    });
    token.onCancellationRequested(() => void saving.dispose());
  }

  /** For runs that were started elsewhere. */
  async #showNew(uri: vscode.Uri): Promise<void> {
    if (this.#started.has(uri.toString()) || !this.#isNew(uri)) return;
    const item = this.#itemOf(uri);
    const run = this.#tests.createTestRun(new vscode.TestRunRequest([item]), nameInPath(uri), false);
    await this.#show(uri, run).finally(() => run.end());
  }

  /** False if nothing has run since: the user may have refused, or a key may be missing. */
  #isNew(uri: vscode.Uri): boolean {
    const { session, report } = this.tested.promptOf(uri) ?? {};
    return session && report ? this.#shown.get(uri.toString()) !== stateOf(session, report) : false;
  }

  #itemOf(uri: vscode.Uri): vscode.TestItem {
    const key = uri.toString();
    const item = this.#tests.items.get(key) ?? this.#tests.createTestItem(key, nameInPath(uri), uri);
    item.canResolveChildren = true;
    this.#tests.items.add(item);
    return item;
  }

  #add(parent: vscode.TestItem, { id, title }: Readonly<Record<'id' | 'title', string>>, description = '') {
    const item = this.#tests.createTestItem(id, plainLine(title, 80), parent.uri);
    item.description = description;
    parent.children.add(item);
    return item;
  }

  /** An exploring run has counts in the panel and no metrics. */
  async #show(uri: vscode.Uri, run: vscode.TestRun): Promise<void> {
    const { session, report, revisions } = this.tested.promptOf(uri) ?? {};
    if (session === undefined || report === undefined || revisions === undefined) return;
    const { runId, purpose } = session.manifest;
    this.#shown.set(uri.toString(), stateOf(session, report));
    if (purpose !== undefined) return;
    const baseline = baselineOf(await revisions.ownHistory(), runId)?.id;
    const earlierReply = async (id: string): Promise<string | undefined> => {
      if (baseline === undefined) return undefined;
      const both = await revisions.flip({ beforeRun: baseline, afterRun: runId, beforeCase: id, afterCase: id });
      return both?.before && repliesOf(both.before);
    };
    const { status } = report.run;
    const ending = hasEnded(status) ? '' : `, ${statusTexts[status]}`;
    const prompt = this.#itemOf(uri);
    prompt.children.replace([]);
    for (const benchmark of report.benchmarks) {
      const item = this.#add(prompt, benchmark);
      for (const { name, block, metric } of headlinesOf(benchmark)) {
        const words = [t(block), `${formatMetric(metric)}, n ${String(metric.n)}${ending}`].filter(Boolean).join(' · ');
        const child = this.#add(item, { id: `${benchmark.id}/${name}`, title: metric.title }, words);
        const messages: vscode.TestMessage[] = [];
        for (const failing of failuresIn(benchmark, metric, session)) {
          const before = await earlierReply(failing.id);
          messages.push(
            before === undefined
              ? new vscode.TestMessage(`${failing.text}\n\n${plainLine(failing.reply, 1_000)}`)
              : vscode.TestMessage.diff(failing.text, before, failing.reply),
          );
        }
        if (messages.length > 0) run.failed(child, messages);
        else if (ending === '' && canFail(benchmark, metric)) run.passed(child);
        else run.skipped(child);
      }
    }
  }
}

/** Changes when a run is resumed or its rest is judged. */
function stateOf({ manifest: { runId } }: RunSession, { run, benchmarks }: RunReport): string {
  return JSON.stringify([runId, run.status, benchmarks.map(({ verdicts }) => verdicts)]);
}

function firstFailing(report: RunReport | undefined): readonly string[] {
  const cases = report?.benchmarks.flatMap((benchmark) => benchmark.cases) ?? [];
  const failing = cases.filter((one) => passes(one) === false);
  return failing.slice(0, mostOnSave).map(({ id }) => id);
}

/** Two blocks may have metrics of the same title. */
function headlinesOf({ headlines, blocks }: BenchmarkReport) {
  const all = blocks.flatMap(({ id, title, metrics }) =>
    metrics.map((metric) => ({
      name: [id, metric.id].filter(Boolean).join('/'),
      block: blocks.length > 1 ? title : '',
      metric,
    })),
  );
  const names = headlines ?? all.slice(0, 1).map(({ name }) => name);
  return names.flatMap((name) => all.find((one) => one.name === name) ?? []);
}

/** Some verdicts, such as levels, have no better side. */
function canFail({ cases }: BenchmarkReport, { judges }: Metric): boolean {
  return cases.some(({ chips }) => chips.some(({ judge, outcome }) => outcome === 'desired' && judges.includes(judge)));
}

function failuresIn({ cases, failures = [] }: BenchmarkReport, { judges }: Metric, session: RunSession) {
  return cases
    .filter(({ chips }) => chips.some(({ judge, outcome }) => outcome === 'undesired' && judges.includes(judge)))
    .slice(0, mostMessages)
    .flatMap(({ id }) => {
      const group = failures.find((one) => one.cases.includes(id));
      const found = group && failingCase(session, group, id);
      const detail = caseDetail(session, id);
      if (group === undefined || found === undefined || detail === undefined) return [];
      const words = `${t(group.failure)}: “${found.student}” ${found.label}. ${found.reason}`;
      return [{ id, text: plainLine(words, 300), reply: repliesOf(detail) }];
    });
}

function repliesOf({ turns }: CaseDetail): string {
  return turns.flatMap(({ role, text }) => (role === 'reply' ? [text] : [])).join('\n\n');
}
