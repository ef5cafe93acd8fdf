import * as vscode from 'vscode';
import type { BenchmarkId } from '../../core/benchmark/samples';
import { LabelFile } from '../../core/labels/labelFile';
import { Labelling, type LabelTask } from '../../core/labels/labelling';
import type { LabelWish, LabelWork } from '../../core/labels/labellingView';
import { imageSources, withImages } from '../../core/report/caseImages';
import type { HandLabel } from '../../core/store/handLabelLog';
import type { LabelRequest } from '../../protocol/messages';
import type { PromptStore } from '../evaluation/evaluationServices';
import { problemText } from '../evaluation/panelProblems';

type LabellingRequest = Extract<LabelRequest, { number: number }>;

const moves = { next: 'next', back: 'back', skip: 'skip', takeUp: 'takeUpSkipped' } as const;

/** A session of label mode with the file that its labels go to. */
export class LabellingSession implements vscode.Disposable {
  readonly #task: LabelTask;
  readonly #store: PromptStore;
  readonly #file: LabelFile;
  readonly #labelling: Labelling;
  readonly #watcher: vscode.FileSystemWatcher;
  #answered = 0;
  #problem: string | undefined;

  private constructor(
    task: LabelTask,
    store: PromptStore,
    file: LabelFile,
    labelling: Labelling,
    onOthers: () => void,
  ) {
    this.#task = task;
    this.#store = store;
    this.#file = file;
    this.#labelling = labelling;
    const folder = vscode.Uri.joinPath(vscode.Uri.file(file.path), '..');
    const pattern = new vscode.RelativePattern(folder, `${this.benchmark}.jsonl`);
    this.#watcher = vscode.workspace.createFileSystemWatcher(pattern);
    this.#watcher.onDidChange(onOthers);
    this.#watcher.onDidCreate(onOthers);
  }

  /** Reads what is labelled and starts where this person stopped. `onOthers`: the file was written to, perhaps by somebody else. */
  static async start(
    task: LabelTask,
    wish: LabelWish,
    by: string,
    store: PromptStore,
    onOthers: () => void,
  ): Promise<LabellingSession> {
    const file = new LabelFile(store.root, task.benchmark.id);
    const { entries } = await file.read();
    return new LabellingSession(task, store, file, new Labelling(task, wish, by, entries), onOthers);
  }

  get benchmark(): BenchmarkId {
    return this.#task.benchmark.id;
  }

  /** Does what is asked for. A label that cannot be kept is said with the next view, and is none. */
  async do(request: LabellingRequest): Promise<void> {
    this.#problem = undefined;
    try {
      await this.#do(request);
    } catch (error) {
      this.#problem = problemText(error);
    }
    this.#answered = request.number;
  }

  /** Takes up what other windows have added. Resolves with whether there was anything. */
  async takeUpOthers(): Promise<boolean> {
    if (!this.#file.hasOthers()) return false;
    await this.#reread();
    return true;
  }

  /** All that is shown, with the images of the sample in place. */
  async view(): Promise<LabelWork> {
    const view = this.#labelling.view(this.#answered, this.#problem);
    if (view.place === undefined || view.place.turns.every(({ images }) => images.length === 0)) return view;
    const named = this.#task.session.imagesOf(this.benchmark);
    const sources = await imageSources([view.place], named, this.#store.store.images);
    return { ...view, place: withImages(view.place, sources) };
  }

  dispose(): void {
    this.#watcher.dispose();
  }

  async #do(request: LabellingRequest): Promise<void> {
    const labelling = this.#labelling;
    const now = new Date().toISOString();
    switch (request.do) {
      case 'label': {
        const { place, slot } = request;
        const entry = labelling.label(place, slot, request, now);
        if (entry !== undefined) await this.#append(entry, () => labelling.keep(entry, place, slot));
        return;
      }
      case 'undo': {
        const taken = labelling.takeBack(request, now);
        if (taken !== undefined)
          await this.#append(taken.entry, () => labelling.keepTakenBack(taken.entry, taken.isLast));
        return;
      }
      default:
        labelling[moves[request.do]]();
    }
  }

  async #append(entry: HandLabel, keep: () => void): Promise<void> {
    const { hasOthers } = await this.#file.append(entry);
    keep();
    if (hasOthers) await this.#reread();
  }

  async #reread(): Promise<void> {
    const { entries } = await this.#file.read();
    this.#labelling.reread(entries);
  }
}
