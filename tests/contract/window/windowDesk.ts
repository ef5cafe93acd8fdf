import type { RunSession } from '../../../src/core/engine/runSession';
import { historyOfRun, promptHistory, type PromptHistory } from '../../../src/core/revisions/promptHistory';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import type { RunPair } from '../../../src/protocol/messages';
import type { PairToCompare } from '../../../src/vscode/comparing/comparisonJob';
import { ComparisonService } from '../../../src/vscode/comparing/comparisonService';
import { OpenComparison, type ComparisonMessage } from '../../../src/vscode/comparing/openComparison';
import { RunSessions } from '../../../src/vscode/comparing/runSessions';
import type { ActionDesk } from '../../../src/vscode/evaluation/actionDesk';
import type { MovableDesk } from '../../../src/vscode/evaluation/promptMoves';
import type { Settings } from '../../../src/vscode/settings';
import { Announcer, HeldWork } from '../../unit/evaluation/heldWork';
import { playInWindow } from './windowRun';

type NeededSettings = Pick<Settings, 'caps'>;

/** The desk of one prompt in a window without VS Code: its runs are made, kept and compared as those of the extension are. */
export class WindowDesk implements ActionDesk<NeededSettings>, MovableDesk<string> {
  /** The prompt's name, under which its runs are kept. */
  readonly uri: string;
  /** What Compare was told. */
  readonly posted: ComparisonMessage[] = [];
  readonly opened: string[] = [];
  readonly judges = { runs: new HeldWork() };
  readonly revisions: ActionDesk<NeededSettings>['revisions'];
  readonly evaluation: ActionDesk<NeededSettings>['evaluation'] & MovableDesk<string>['evaluation'];
  /** What the settings name. */
  limits: Pick<PairToCompare, 'margin' | 'smallest'> = { margin: undefined, smallest: undefined };
  readonly #store: FileRunStore;
  readonly #comparison: OpenComparison;

  /** `onRun`: called while a run is under way. */
  constructor(root: string, uri: string, onRun: () => Promise<void> = () => Promise.resolve()) {
    this.uri = uri;
    const store = (this.#store = new FileRunStore(root));
    const sessions = new RunSessions(store);
    this.revisions = {
      place: { root },
      session: (runId) => sessions.get(runId),
      nameOf: async (runId) => (await historyOfRun(store, runId, await this.history())).prompt,
    };
    const work = new HeldWork();
    const ended = new Announcer<RunSession>();
    let shown: RunSession | undefined;
    this.evaluation = {
      get session() {
        return shown;
      },
      get isRunning() {
        return work.isRunning;
      },
      onDidChange: work.onDidChange,
      onDidEndRun: ended.on,
      start: async (prepare) => {
        work.begin();
        const runs = await prepare({ store, root, promptPath: uri }, { caps: {} });
        const sessions: RunSession[] = [];
        for (const run of runs) {
          await onRun();
          sessions.push((shown = await playInWindow(run, root, 'sk-test-1a2b3c4d5e6f708192a3').ended));
          ended.say(shown);
        }
        work.end();
        return sessions;
      },
      open: async (runId) => {
        this.opened.push(runId);
        shown = await sessions.get(runId);
      },
    };
    const service = new ComparisonService();
    const limits = (): WindowDesk['limits'] => this.limits;
    this.#comparison = new OpenComparison(
      {
        get limits() {
          return limits();
        },
        view: (runs, signal) => {
          const pair = { root, runs, others: [], ...this.limits };
          return service.do<'view'>({ kind: 'view', pair, labels: new Map(), samples: [] }, signal);
        },
        problemOf: (_runs, error) => String(error),
      },
      (message) => this.posted.push(message),
    );
  }

  get compared(): RunPair | undefined {
    return this.#comparison.runs;
  }

  compare(pair: RunPair): void {
    void this.#comparison.show(pair);
  }

  /** The settings have changed. */
  configured(limits: WindowDesk['limits']): Promise<void> {
    this.limits = limits;
    return this.#comparison.measure();
  }

  /** All that the store knows of the prompt. */
  history(): Promise<PromptHistory> {
    return promptHistory(this.#store, this.uri);
  }
}
