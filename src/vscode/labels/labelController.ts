import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { RunSession } from '../../core/run/runSession';
import { inSlices } from '../../core/labels/inSlices';
import { firstWish, fittingWish, labelOffer } from '../../core/labels/labelOffers';
import { type LabelPlays, labelPlaysInPortions } from '../../core/labels/labelPlaces';
import type { LabellingView, LabelOffer, LabelWish } from '../../core/labels/labellingView';
import { runGit } from '../../core/history/git';
import { FileHandLabelLog } from '../../core/store/handLabelLog';
import type { LabelRequest, ToPanel } from '../../protocol/messages';
import { exportHandLabels } from '../commands/exportFiles';
import type { PromptStore } from '../evaluation/evaluationServices';
import { problemText } from '../evaluation/panelProblems';
import { InTurn } from '../evaluation/promptWork';
import { showFailure } from '../log';
import { assertMayWrite } from '../restrictedMode';
import { extensionPrefix } from '../settings';
import { LabellingSession } from './labellingSession';

/** What label mode needs of the prompt that it belongs to. */
interface LabelContext {
  readonly uri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  /** The run that is shown; `undefined` before the first. */
  session(): RunSession | undefined;
  location(): PromptStore;
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

/** Label mode of one prompt: its choices, its session, and what the panel shows of it. Outlives the panel. */
export class LabelController implements vscode.Disposable {
  readonly #context: LabelContext;
  #post: ((message: ToPanel) => void) | undefined;
  #offered: Offered | undefined;
  #wish: LabelWish = firstWish;
  #labelling: LabellingSession | undefined;
  #view: LabellingView | undefined;
  /** Requests are done one after the other, in their order. */
  readonly #turns = new InTurn();

  constructor(context: LabelContext) {
    this.#context = context;
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
    this.#labelling?.dispose();
    this.#post = undefined;
  }

  /** Does what the panel asks, after all that it asked before. Never rejects. */
  do(request: LabelRequest): Promise<void> {
    return this.#turns
      .next(() => this.#act(request))
      .catch((error: unknown) => {
        void showFailure(this.#context.log, `Tutor Prompt: ${problemText(error)}`, error);
      });
  }

  async #act(request: LabelRequest): Promise<void> {
    switch (request.do) {
      case 'open':
        assertMayWrite(this.#context.uri);
        this.#endLabelling();
        return this.#setUp();
      case 'choose':
        this.#wish = request.wish;
        return;
      case 'name':
        await askLabellerName(this.#context.uri);
        return this.#setUp();
      case 'start':
        assertMayWrite(this.#context.uri);
        this.#wish = request.wish;
        return this.#start();
      case 'check':
        this.#beside(() =>
          vscode.commands.executeCommand(`${extensionPrefix}.calibrateJudge`, {
            benchmark: this.#labelling?.benchmark,
            gold: 'labels',
          }),
        );
        return;
      case 'export':
        this.#beside(() => exportHandLabels(this.#context.location().root, this.#context.uri));
        return;
      case 'end':
        this.#endLabelling();
        this.#offered = undefined;
        this.#show(undefined);
        return;
      default:
        if (this.#labelling === undefined) return;
        await this.#labelling.takeUpOthers();
        await this.#labelling.do(request);
        this.#show(await this.#labelling.view());
    }
  }

  /** What takes its time and is no matter of the labels: they are kept meanwhile. */
  #beside(work: () => Thenable<unknown>): void {
    void Promise.resolve(work()).catch((error: unknown) =>
      showFailure(this.#context.log, `Tutor Prompt: ${problemText(error)}`, error),
    );
  }

  async #setUp(problem?: string): Promise<void> {
    const session = this.#context.session();
    if (session === undefined) {
      void vscode.window.showInformationMessage(
        'There is no run whose replies could be labelled. Evaluate the prompt first.',
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
    const by = labellerName() ?? (await askLabellerName(this.#context.uri));
    const offered = this.#offered;
    const chosen = offered?.benchmarks.find(({ benchmark }) => benchmark.id === this.#wish.benchmark);
    if (by === undefined) return this.#setUp('Say who labels: the name is stored with every label.');
    if (offered === undefined || chosen === undefined) return this.#setUp();
    const { benchmark, plays } = chosen;
    const task = { session: offered.session, benchmark, plays: plays.plays };
    this.#endLabelling();
    this.#labelling = await LabellingSession.start(
      task,
      this.#wish,
      by,
      this.#context.location(),
      () => void this.#others(),
    );
    this.#show(await this.#labelling.view());
  }

  /** The file changed: by this window, which knows, or by another one. */
  #others(): Promise<void> {
    return this.#turns
      .next(async () => {
        if ((await this.#labelling?.takeUpOthers()) === true) this.#show(await this.#labelling?.view());
      })
      .catch((error: unknown) => this.#context.log.warn('Labels of another window could not be read.', String(error)));
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
    const log = new FileHandLabelLog(this.#context.location().root);
    const offers: LabelOffer[] = [];
    for (const { benchmark, plays } of benchmarks) {
      const { entries, problems } = await log.read(benchmark.id);
      for (const problem of problems) this.#context.log.warn(problem);
      offers.push(labelOffer(session, benchmark, plays, by, entries));
    }
    return offers;
  }

  #endLabelling(): void {
    this.#labelling?.dispose();
    this.#labelling = undefined;
  }

  #show(view: LabellingView | undefined): void {
    this.#view = view;
    this.#post?.({ kind: 'labelling', view });
  }
}

const setting = 'labels.name';
/** As in the log of labels. */
const longestName = 200;

/** Who labels, as the user's settings say; `undefined` while nobody has said it. */
function labellerName(): string | undefined {
  const value = vscode.workspace.getConfiguration(extensionPrefix).get<unknown>(setting);
  return typeof value === 'string' && isName(value) ? value.trim() : undefined;
}

/**
 * Asks who labels and keeps the answer in the user's settings. Git's name stands in the field for a start: it counts once it is
 * confirmed. `undefined` where the question was left.
 */
async function askLabellerName(prompt: vscode.Uri): Promise<string | undefined> {
  const known = labellerName();
  const typed = await vscode.window.showInputBox({
    title: 'Who labels?',
    prompt: 'This name is stored with every label, and in what you export of them.',
    value: known ?? (await gitName(prompt)) ?? '',
    ignoreFocusOut: true,
    validateInput: (value) => (isName(value) ? undefined : `A name of 1 to ${longestName} characters in one line.`),
  });
  if (typed === undefined) return undefined;
  const name = typed.trim();
  await vscode.workspace.getConfiguration(extensionPrefix).update(setting, name, vscode.ConfigurationTarget.Global);
  return name;
}

function isName(value: string): boolean {
  return /^\P{C}+$/u.test(value) && value.trim() !== '' && value.trim().length <= longestName;
}

/** Git is a program of the machine that reads the folder's files: not before the folder is trusted. */
async function gitName(prompt: vscode.Uri): Promise<string | undefined> {
  if (prompt.scheme !== 'file' || !vscode.workspace.isTrusted) return undefined;
  const found = await runGit(path.dirname(prompt.fsPath), ['config', '--get', 'user.name']);
  const name = found?.trim() ?? '';
  return isName(name) ? name : undefined;
}
