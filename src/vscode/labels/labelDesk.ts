import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmarks/benchmark';
import type { RunSession } from '../../core/engine/runSession';
import { firstWish, fittingWish, labelOffer } from '../../core/labelling/labelOffers';
import { inSlices } from '../../core/compare/slice';
import { type LabelPlays, labelPlaysInPortions } from '../../core/labelling/labelPlaces';
import type { LabellingView, LabelOffer, LabelWish } from '../../core/report/labellingView';
import { FileHandLabelLog } from '../../core/store/handLabelLog';
import type { LabelRequest, ToPanel } from '../../protocol/messages';
import { problemText } from '../evaluation/panelProblems';
import type { PromptStore } from '../evaluation/runStores';
import { showFailure } from '../log';
import { assertMayWrite } from '../restrictedMode';
import { extensionPrefix } from '../settings';
import { exportHandLabels } from './exportHandLabels';
import { askLabellerName, labellerName } from './labellerName';
import { LabelSitting } from './labelSitting';

/** What label mode needs of the prompt that it belongs to. */
export interface LabelSurroundings {
  readonly uri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  /** The run that is shown; `undefined` before the first. */
  session(): RunSession | undefined;
  place(): PromptStore;
}

/** What a run offers to be labelled, looked up once. */
interface Offered {
  readonly session: RunSession;
  readonly benchmarks: readonly { readonly benchmark: Benchmark; readonly plays: LabelPlays }[];
}

/** Lets the extension host's other work go first. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Label mode of one prompt: its choices, its sitting, and what the panel shows of it. Outlives the panel. */
export class LabelDesk implements vscode.Disposable {
  readonly #around: LabelSurroundings;
  #post: ((message: ToPanel) => void) | undefined;
  #offered: Offered | undefined;
  #wish: LabelWish = firstWish;
  #sitting: LabelSitting | undefined;
  #view: LabellingView | undefined;
  /** Requests are done one after the other, in their order. */
  #queue: Promise<void> = Promise.resolve();

  constructor(around: LabelSurroundings) {
    this.#around = around;
  }

  /** Takes a panel; `undefined` when it is closed. */
  attach(post: ((message: ToPanel) => void) | undefined): void {
    this.#post = post;
  }

  /** Opens label mode on the run that is shown. */
  open(): Promise<void> {
    return this.do({ do: 'open' });
  }

  /** Shows what is open to a page that was hidden and has lost it. */
  showAgain(): void {
    if (this.#view !== undefined) this.#show(this.#view);
  }

  dispose(): void {
    this.#sitting?.dispose();
    this.#post = undefined;
  }

  /** Does what the panel asks, after all that it asked before. Never rejects. */
  do(request: LabelRequest): Promise<void> {
    this.#queue = this.#queue
      .then(() => this.#act(request))
      .catch((error: unknown) => {
        void showFailure(this.#around.log, vscode.l10n.t('Tutor Prompt: {0}', problemText(error)), error);
      });
    return this.#queue;
  }

  async #act(request: LabelRequest): Promise<void> {
    switch (request.do) {
      case 'open':
        assertMayWrite(this.#around.uri);
        this.#endSitting();
        return this.#setUp();
      case 'choose':
        this.#wish = request.wish;
        return;
      case 'name':
        await askLabellerName(this.#around.uri);
        return this.#setUp();
      case 'start':
        assertMayWrite(this.#around.uri);
        this.#wish = request.wish;
        return this.#start();
      case 'check':
        this.#beside(() =>
          vscode.commands.executeCommand(`${extensionPrefix}.calibrateJudge`, {
            benchmark: this.#sitting?.benchmark,
            gold: 'labels',
          }),
        );
        return;
      case 'export':
        this.#beside(() => exportHandLabels(this.#around.place().root, this.#around.uri));
        return;
      case 'end':
        this.#endSitting();
        this.#offered = undefined;
        this.#show(undefined);
        return;
      default:
        if (this.#sitting === undefined) return;
        await this.#sitting.takeUpOthers();
        await this.#sitting.do(request);
        this.#show(await this.#sitting.view());
    }
  }

  /** What takes its time and is no matter of the labels: they are kept meanwhile. */
  #beside(work: () => Thenable<unknown>): void {
    void Promise.resolve(work()).catch((error: unknown) =>
      showFailure(this.#around.log, vscode.l10n.t('Tutor Prompt: {0}', problemText(error)), error),
    );
  }

  async #setUp(problem?: string): Promise<void> {
    const session = this.#around.session();
    if (session === undefined) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('There is no run whose replies could be labelled. Evaluate the prompt first.'),
      );
      return;
    }
    const by = labellerName();
    const offers = await this.#offers(await this.#lookUp(session), by);
    this.#wish = fittingWish(this.#wish, offers);
    this.#show({
      kind: 'setup',
      ...(by === undefined ? {} : { by }),
      offers,
      wish: this.#wish,
      ...(problem === undefined ? {} : { problem }),
    });
  }

  async #start(): Promise<void> {
    const by = labellerName() ?? (await askLabellerName(this.#around.uri));
    const offered = this.#offered;
    const chosen = offered?.benchmarks.find(({ benchmark }) => benchmark.id === this.#wish.benchmark);
    if (by === undefined) return this.#setUp(vscode.l10n.t('Say who labels: the name is stored with every label.'));
    if (offered === undefined || chosen === undefined) return this.#setUp();
    const { benchmark, plays } = chosen;
    const task = { session: offered.session, benchmark, plays: plays.plays };
    this.#endSitting();
    this.#sitting = await LabelSitting.start(task, this.#wish, by, this.#around.place(), () => void this.#others());
    this.#show(await this.#sitting.view());
  }

  /** The file changed: by this window, which knows, or by another one. */
  #others(): Promise<void> {
    this.#queue = this.#queue
      .then(async () => {
        if ((await this.#sitting?.takeUpOthers()) === true) this.#show(await this.#sitting?.view());
      })
      .catch((error: unknown) => this.#around.log.warn('Labels of another window could not be read.', String(error)));
    return this.#queue;
  }

  /** The run stays the same as long as label mode is open, whatever the panel shows meanwhile. */
  async #lookUp(session: RunSession): Promise<Offered> {
    if (this.#offered?.session === session) return this.#offered;
    const found: Offered['benchmarks'][number][] = [];
    for (const benchmark of new Set(session.items.map((item) => item.benchmark))) {
      found.push({ benchmark, plays: await inSlices(labelPlaysInPortions(session, benchmark.id), nextTurn) });
    }
    this.#offered = { session, benchmarks: found };
    return this.#offered;
  }

  async #offers({ session, benchmarks }: Offered, by: string | undefined): Promise<readonly LabelOffer[]> {
    const log = new FileHandLabelLog(this.#around.place().root);
    const offers: LabelOffer[] = [];
    for (const { benchmark, plays } of benchmarks) {
      const { entries, problems } = await log.read(benchmark.id);
      for (const problem of problems) this.#around.log.warn(problem);
      offers.push(labelOffer(session, benchmark, plays, by, entries));
    }
    return offers;
  }

  #endSitting(): void {
    this.#sitting?.dispose();
    this.#sitting = undefined;
  }

  #show(view: LabellingView | undefined): void {
    this.#view = view;
    this.#post?.({ kind: 'labelling', view });
  }
}
