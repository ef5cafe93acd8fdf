import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { BenchmarkId } from '../../core/benchmark/samples';
import { type LabelChange, Labelling } from '../../core/labels/labelling';
import type { LabellingView, LabelOffer, LabelOptions, LabelWork } from '../../core/labels/labellingView';
import { type LabelTrials, labelTrials } from '../../core/labels/labelPositions';
import { firstOptions, fittingOptions, LabelFile, labelOffer } from '../../core/labels/labelSet';
import { imageSources, withImages } from '../../core/report/caseImages';
import type { RunSession } from '../../core/run/runSession';
import { FileHandLabelLog } from '../../core/store/handLabelLog';
import type { ImageStore } from '../../core/store/imageStore';
import type { MessageOf, ToPanel } from '../../protocol/messages';
import { PromptPart } from '../evaluation/evaluationServices';
import { InTurn } from '../evaluation/inTurn';
import { problemText } from '../evaluation/panelProblems';
import { Notice, t } from '../log';
import { assertMayWrite } from '../restrictedMode';
import { extensionPrefix } from '../settings';

interface LabelledPrompt {
  readonly uri: vscode.Uri;
  readonly session: RunSession | undefined;
}

interface Offered {
  readonly session: RunSession;
  readonly benchmarks: readonly { readonly benchmark: Benchmark; readonly trials: LabelTrials }[];
}

export class LabelController extends PromptPart<LabelledPrompt> implements vscode.Disposable {
  readonly #turns = new InTurn();
  post: ((message: ToPanel) => void) | undefined;
  #offered: Offered | undefined;
  #options: LabelOptions = firstOptions;
  #labelling: LabellingSession | undefined;
  #view: LabellingView | undefined;

  /** A hidden page loses its view. */
  showAgain(): void {
    if (this.#view !== undefined) this.#show(this.#view);
  }

  dispose(): void {
    this.#labelling?.dispose();
    this.post = undefined;
  }

  open(): Promise<void> {
    return this.#turns.next(() => {
      assertMayWrite(this.prompt.uri);
      this.#endLabelling();
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
      this.#endLabelling();
      this.#offered = undefined;
      this.#show(undefined);
    });
  }

  /** `number`: of the request, so that the page knows what the next view answers. */
  work(number: number, act: (labelling: LabellingSession) => void | Promise<void>): Promise<void> {
    return this.#turns.next(async () => {
      if (this.#labelling !== undefined) this.#show(await this.#labelling.work(number, act));
    });
  }

  /** Out of turn, so that labelling can continue. */
  async check(): Promise<void> {
    const options = { benchmark: this.#labelling?.benchmark, gold: 'labels' };
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
    this.#endLabelling();
    const { root, store } = this.location;
    const file = new LabelFile(root, benchmark.id);
    const { entries } = await file.read();
    const labelling = new Labelling({ session, benchmark, trials: trials.trials }, this.#options, by, entries);
    this.#labelling = new LabellingSession(file, labelling, session, store.images, () => void this.#others());
    this.#show(await this.#labelling.view());
  }

  async #others(): Promise<void> {
    const reread = async (): Promise<void> => {
      if ((await this.#labelling?.readOthers()) === true) this.#show(await this.#labelling?.view());
    };
    await this.#turns.next(reread).catch((error: unknown) => {
      this.services.log.warn('Labels of another window could not be read.', String(error));
    });
  }

  /** Label mode keeps its run, whatever the panel shows. */
  #lookUp(session: RunSession): Offered {
    if (this.#offered?.session === session) return this.#offered;
    const all = [...new Set(session.items.map((item) => item.benchmark))];
    const benchmarks = all.map((benchmark) => ({ benchmark, trials: labelTrials(session, benchmark.id) }));
    return (this.#offered = { session, benchmarks });
  }

  async #offers({ session, benchmarks }: Offered, by: string | undefined): Promise<readonly LabelOffer[]> {
    const log = new FileHandLabelLog(this.location.root);
    const offers: LabelOffer[] = [];
    for (const { benchmark, trials } of benchmarks) {
      const { entries, problems } = await log.read(benchmark.id);
      for (const problem of problems) this.services.log.warn(problem);
      offers.push(labelOffer(session, benchmark, trials, by, entries));
    }
    return offers;
  }

  #endLabelling(): void {
    this.#labelling?.dispose();
    this.#labelling = undefined;
  }

  #show(view: LabellingView | undefined): void {
    this.#view = view;
    this.post?.({ kind: 'labelling', view });
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

class LabellingSession implements vscode.Disposable {
  readonly benchmark: BenchmarkId;
  readonly #watcher: vscode.FileSystemWatcher;
  #answered = 0;
  #problem: string | undefined;

  /** `onOthers`: called when the file changes, perhaps by another window. */
  constructor(
    private readonly file: LabelFile,
    private readonly labelling: Labelling,
    private readonly run: RunSession,
    private readonly images: ImageStore,
    onOthers: () => void,
  ) {
    this.benchmark = labelling.benchmark.id;
    const folder = vscode.Uri.file(path.dirname(file.path));
    const pattern = new vscode.RelativePattern(folder, `${this.benchmark}.jsonl`);
    this.#watcher = vscode.workspace.createFileSystemWatcher(pattern);
    this.#watcher.onDidChange(onOthers);
    this.#watcher.onDidCreate(onOthers);
  }

  /** A label that cannot be kept is dropped and reported with the view. */
  async work(number: number, act: (labelling: this) => void | Promise<void>): Promise<LabelWork> {
    await this.readOthers();
    this.#problem = undefined;
    try {
      await act(this);
    } catch (error) {
      this.#problem = problemText(error);
    }
    this.#answered = number;
    return this.view();
  }

  label({ position, slot, ...label }: MessageOf<'giveLabel'>): Promise<void> {
    return this.#append(this.labelling.label(position, slot, label, new Date().toISOString()));
  }

  takeBack(row: MessageOf<'takeBackLabel'>): Promise<void> {
    return this.#append(this.labelling.takeBack(row, new Date().toISOString()));
  }

  move(move: MessageOf<'moveLabelling'>['move']): void {
    this.labelling[move]();
  }

  /** Reads labels added by other windows. Resolves with whether there were any. */
  async readOthers(): Promise<boolean> {
    if (!this.file.hasOthers()) return false;
    this.labelling.reread((await this.file.read()).entries);
    return true;
  }

  async view(): Promise<LabelWork> {
    const view = this.labelling.view(this.#answered, this.#problem);
    if (view.position === undefined || view.position.turns.every(({ images }) => images.length === 0)) return view;
    const sources = await imageSources([view.position], this.run.imagesOf(this.benchmark), this.images);
    return { ...view, position: withImages(view.position, sources) };
  }

  dispose(): void {
    this.#watcher.dispose();
  }

  async #append(change: LabelChange | undefined): Promise<void> {
    if (change === undefined) return;
    const { hasOthers } = await this.file.append(change.entry);
    change.keep();
    if (hasOthers) this.labelling.reread((await this.file.read()).entries);
  }
}
