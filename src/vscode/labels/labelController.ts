import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { BenchmarkId } from '../../core/benchmark/samples';
import { type LabelChange, Labelling } from '../../core/labels/labelling';
import type { LabellingView, LabelOffer, LabelOptions } from '../../core/labels/labellingView';
import { type LabelTrials, labelTrials } from '../../core/labels/labelPositions';
import { firstOptions, fittingOptions, labelOffer } from '../../core/labels/labelSet';
import { imageSources, withImages } from '../../core/report/caseImages';
import type { RunSession } from '../../core/run/runSession';
import { FileHandLabelLog } from '../../core/store/handLabelLog';
import type { ToPanel } from '../../protocol/messages';
import { PromptPart } from '../evaluation/evaluationServices';
import { InTurn } from '../../core/store/inTurn';
import { problemText } from '../evaluation/panelProblems';
import { Notice, t } from '../log';
import { assertMayWrite } from '../restrictedMode';
import { extensionPrefix } from '../settings';

interface Offered {
  readonly session: RunSession;
  readonly benchmarks: readonly { readonly benchmark: Benchmark; readonly trials: LabelTrials }[];
}

interface LabelledPrompt {
  readonly uri: vscode.Uri;
  readonly session: RunSession | undefined;
  readonly panel: { post(message: ToPanel): void } | undefined;
}

export class LabelController extends PromptPart<LabelledPrompt> implements vscode.Disposable {
  readonly #turns = new InTurn();
  #offered: Offered | undefined;
  #options: LabelOptions = firstOptions;
  /** Label mode keeps its run, whatever the panel shows. `answered`: the last request. */
  #labelling: { readonly labelling: Labelling; readonly run: RunSession; answered: number } | undefined;
  /** Bytes of the labels that are known. */
  #size = 0;
  #watcher: vscode.FileSystemWatcher | undefined;
  #view: LabellingView | undefined;

  /** A hidden page loses its view. */
  showAgain(): void {
    if (this.#view !== undefined) this.#show(this.#view);
  }

  dispose(): void {
    this.#watcher?.dispose();
  }

  open(): Promise<void> {
    return this.#turns.next(() => {
      assertMayWrite(this.prompt.uri);
      this.#labelling = undefined;
      return this.#setUp();
    });
  }

  choose(options: LabelOptions): void {
    this.#options = options;
  }

  name(): Promise<void> {
    return this.#turns.next(async () => {
      await askLabellerName();
      return this.#setUp();
    });
  }

  start(options: LabelOptions): Promise<void> {
    return this.#turns.next(() => {
      assertMayWrite(this.prompt.uri);
      this.#options = options;
      return this.#start();
    });
  }

  end(): Promise<void> {
    return this.#turns.next(() => {
      this.#watcher?.dispose();
      this.#labelling = this.#offered = undefined;
      this.#show(undefined);
    });
  }

  /** `number`: of the request, for the next view to name. A label that cannot be kept is reported with the view. */
  work(number: number, act: (labelling: Labelling, at: string) => LabelChange | undefined): Promise<void> {
    return this.#turns.next(async () => {
      if (this.#labelling === undefined) return;
      let problem: string | undefined;
      try {
        const change = act(this.#labelling.labelling, new Date().toISOString());
        if (change !== undefined) {
          await new FileHandLabelLog(this.location.root).append(change.entry);
          change.keep();
          this.#size += Buffer.byteLength(`${JSON.stringify(change.entry)}\n`);
        }
      } catch (error) {
        problem = problemText(error);
      }
      this.#labelling.answered = number;
      await this.#showWork(problem);
    });
  }

  /** Out of turn, so that labelling can continue. */
  async check(): Promise<void> {
    const options = { benchmark: this.#labelling?.labelling.benchmark.id, gold: 'labels' };
    await vscode.commands.executeCommand(`${extensionPrefix}.calibrateJudge`, options);
  }

  async #setUp(problem?: string): Promise<void> {
    const { session } = this.prompt;
    if (session === undefined) throw new Notice(t`There is no run with replies to label. Evaluate the prompt first.`);
    const by = labellerName();
    const offers = await this.#offers(this.#lookUp(session), by);
    this.#options = fittingOptions(this.#options, offers);
    this.#show({ kind: 'setup', by, offers, options: this.#options, problem });
  }

  async #start(): Promise<void> {
    const by = labellerName() ?? (await askLabellerName());
    const offered = this.#offered;
    const chosen = offered?.benchmarks.find(({ benchmark }) => benchmark.id === this.#options.benchmark);
    if (by === undefined) return this.#setUp(t`Enter your name first: it is stored with every label.`);
    if (offered === undefined || chosen === undefined) return this.#setUp();
    const { session } = offered;
    const { benchmark, trials } = chosen;
    const log = new FileHandLabelLog(this.location.root);
    this.#size = log.factsOf(benchmark.id)?.size ?? 0;
    const { entries } = await log.read(benchmark.id);
    const labelling = new Labelling({ session, benchmark, trials: trials.trials }, this.#options, by, entries);
    this.#labelling = { labelling, run: session, answered: 0 };
    this.#watch(benchmark.id);
    await this.#showWork();
  }

  /** Another window of the same person may label, too. */
  #watch(benchmark: BenchmarkId): void {
    this.#watcher?.dispose();
    const log = new FileHandLabelLog(this.location.root);
    const file = vscode.Uri.file(log.fileOf(benchmark));
    this.#watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.joinPath(file, '..'), path.basename(file.fsPath)),
    );
    const reread = async (): Promise<void> => {
      const { size = 0 } = log.factsOf(benchmark) ?? {};
      // Every own label changes the file, too.
      if (this.#labelling?.labelling.benchmark.id !== benchmark || size === this.#size) return;
      this.#size = size;
      this.#labelling.labelling.reread((await log.read(benchmark)).entries);
      await this.#showWork();
    };
    const changed = (): Promise<void> => this.#turns.next(() => reread().catch(() => undefined));
    this.#watcher.onDidChange(changed);
    this.#watcher.onDidCreate(changed);
  }

  async #showWork(problem?: string): Promise<void> {
    if (this.#labelling === undefined) return;
    const { labelling, run, answered } = this.#labelling;
    const view = labelling.view(answered, problem);
    const { position } = view;
    const details = position === undefined ? [] : [position];
    const sources = await imageSources(details, run.imagesOf(labelling.benchmark.id), this.location.store.images);
    this.#show({ ...view, position: position && withImages(position, sources) });
  }

  #lookUp(session: RunSession): Offered {
    if (this.#offered?.session === session) return this.#offered;
    const all = [...new Set(session.items.map((item) => item.benchmark))];
    const benchmarks = all.map((benchmark) => ({ benchmark, trials: labelTrials(session, benchmark.id) }));
    return (this.#offered = { session, benchmarks });
  }

  async #offers({ benchmarks }: Offered, by: string | undefined): Promise<readonly LabelOffer[]> {
    const log = new FileHandLabelLog(this.location.root);
    const offers: LabelOffer[] = [];
    for (const { benchmark, trials } of benchmarks) {
      const { entries, problems } = await log.read(benchmark.id);
      for (const problem of problems) this.services.log.warn(problem);
      offers.push(labelOffer(benchmark, trials, by, entries));
    }
    return offers;
  }

  #show(view: LabellingView | undefined): void {
    this.#view = view;
    this.prompt.panel?.post({ kind: 'labelling', view });
  }
}

const setting = 'labels.name';
/** Same limit as in the label log. */
const longestName = 200;

function labellerName(): string | undefined {
  const value = vscode.workspace.getConfiguration(extensionPrefix).get<unknown>(setting);
  return typeof value === 'string' && isName(value) ? value.trim() : undefined;
}

async function askLabellerName(): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: t`Who labels?`,
    prompt: t`This name is stored with every label and appears in exports.`,
    value: labellerName() ?? '',
    ignoreFocusOut: true,
    validateInput: (value) => (isName(value) ? undefined : t`A name of 1 to ${longestName} characters in one line.`),
  });
  if (typed === undefined) return undefined;
  const name = typed.trim();
  await vscode.workspace.getConfiguration(extensionPrefix).update(setting, name, vscode.ConfigurationTarget.Global);
  return name;
}

function isName(value: string): boolean {
  return /^\P{C}+$/u.test(value) && value.trim() !== '' && value.trim().length <= longestName;
}
