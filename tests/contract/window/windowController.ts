import type { RunSession } from '../../../src/core/run/runSession';
import { historyOfRun, promptHistory, type PromptHistory } from '../../../src/core/history/promptHistory';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import type { ComparisonAnswer, RunPair } from '../../../src/protocol/messages';
import type { PairToCompare } from '../../../src/vscode/comparing/comparisonThread';
import { ComparisonService, RunSessions } from '../../../src/vscode/comparing/comparisonService';
import { OpenComparison } from '../../../src/vscode/panel/openPanel';
import type { StoredRunsController } from '../../../src/vscode/evaluation/prepareStored';
import type { StoredRunContext } from '../../../src/vscode/evaluation/prepareRun';
import type { PreparedRun } from '../../../src/vscode/evaluation/runInWindow';
import { playInWindow } from './windowRun';

/** What planning runs needs beside the store. */
export type WindowContext = Omit<StoredRunContext, 'prompt'>;

/** The controller of one prompt without VS Code. It makes, stores and compares runs as the extension does. */
export class WindowController implements StoredRunsController {
  /** What Compare was answered, in the order in which it was asked. */
  readonly answers: Promise<ComparisonAnswer | undefined>[] = [];
  readonly opened: string[] = [];
  readonly revisions: StoredRunsController['revisions'];
  session: RunSession | undefined;
  /** What the settings name. */
  limits: Pick<PairToCompare, 'margin' | 'smallest' | 'guardMargin'> = {
    margin: undefined,
    smallest: undefined,
    guardMargin: undefined,
  };
  readonly #store: FileRunStore;
  readonly #sessions: RunSessions;
  readonly #comparison: OpenComparison;
  readonly #context: WindowContext;
  readonly #root: string;
  readonly #onRun: () => Promise<void>;
  /** The prompt's name, under which its runs are kept. */
  #name: string;
  readonly #location: { root: string };

  /** `onRun`: called while a run is under way. */
  constructor(
    root: string,
    name: string,
    context: WindowContext,
    onRun: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.#name = name;
    this.#location = { root };
    this.#root = root;
    this.#context = context;
    this.#onRun = onRun;
    const store = (this.#store = new FileRunStore(root));
    const sessions = (this.#sessions = new RunSessions(store));
    this.revisions = {
      location: this.#location,
      session: (runId) => sessions.get(runId),
      nameOf: async (runId) => (await historyOfRun(store, runId, await this.history())).prompt,
    };
    const service = new ComparisonService();
    this.#comparison = new OpenComparison({
      view: (runs, signal) => {
        const pair = { root, runs, others: [], ...this.limits };
        return service.do<'view'>({ kind: 'view', pair, labels: new Map() }, signal);
      },
      problemOf: (_runs, error) => String(error),
    });
  }

  /** The prompt has another name, perhaps in the reach of another store. */
  rename(to: string, root: string): void {
    this.#name = to;
    this.#location.root = root;
  }

  async start(prepare: (context: StoredRunContext) => Promise<readonly PreparedRun[]>): Promise<readonly RunSession[]> {
    const sessions: RunSession[] = [];
    for (const run of await prepare({ ...this.#context, prompt: { store: this.#store } })) {
      await this.#onRun();
      this.session = await playInWindow(run, this.#root, 'sk-test-1a2b3c4d5e6f708192a3').ended;
      sessions.push(this.session);
    }
    return sessions;
  }

  async open(runId: string): Promise<void> {
    this.opened.push(runId);
    this.session = await this.#sessions.get(runId);
  }

  get compared(): RunPair | undefined {
    return this.#comparison.runs;
  }

  compare(pair: RunPair): void {
    this.answers.push(this.#comparison.compare(pair));
  }

  /** All that the store knows of the prompt. */
  history(): Promise<PromptHistory> {
    return promptHistory(this.#store, this.#name);
  }
}
