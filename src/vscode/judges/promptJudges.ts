import * as vscode from 'vscode';
import type { TrustCard } from '../../core/benchmark/trustCard';
import { benchmarks } from '../../core/benchmarks/registry';
import { sessionOfRun } from '../../core/history/sessionOfRun';
import { cardKey, judgeCardDetail, judgesView, type OpenedCalibration } from '../../core/report/judgesView';
import type { JudgeCardDetail, JudgesView, UnfinishedCheck } from '../../core/report/judgesViewModel';
import { withCardProblems, withJudgeTrust, withMetricBadges } from '../../core/report/runTrust';
import { buildReport } from '../../core/results/buildReport';
import type { RunReport } from '../../core/results/reportModel';
import type { RunSession } from '../../core/run/runSession';
import type { FileRunStore } from '../../core/store/fileRunStore';
import { isRunLocked } from '../../core/store/runLock';
import { modelDestination, type RunManifest } from '../../core/store/runManifest';
import type { SummaryListing } from '../../core/store/runStore';
import { RunStoreError } from '../../core/store/runStoreError';
import { FileTrustCardStore, type TrustCards } from '../../core/store/trustCardStore';
import { isCalibration } from '../../core/trust/calibrationSession';
import type { ShippedJudges } from '../../core/trust/shippedJudges';
import { keepTrustCards, type KeptCalibration } from '../../core/trust/calibrationResult';
import { knownCards } from '../../core/trust/trustOf';
import type { EvaluationServices, PromptStore } from '../evaluation/evaluationServices';
import { problemText } from '../evaluation/panelProblems';
import { reasonOf, stackOf } from '../log';
import { readSettings } from '../settings';
import { CalibrationRuns } from './calibrationRuns';

export class PromptJudges implements vscode.Disposable {
  readonly runs: CalibrationRuns;
  readonly #prompt: { readonly uri: vscode.Uri };
  readonly #services: EvaluationServices;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #known: { readonly runId: string; readonly read: TrustCards } | undefined;
  #reading: string | undefined;
  #drawn: { readonly report: RunReport; readonly read: TrustCards; readonly trusted: RunReport } | undefined;
  /** The calibration whose disagreements were read last: its dimensions are opened one after the other. */
  #opened: { readonly runId: string; readonly calibration: OpenedCalibration } | undefined;

  constructor(prompt: { readonly uri: vscode.Uri }, services: EvaluationServices) {
    this.#prompt = prompt;
    this.#services = services;
    this.runs = new CalibrationRuns(prompt, services, (session) => this.keep(session));
  }

  async allCards(): Promise<readonly TrustCard[]> {
    return (await this.#all()).cards;
  }

  async reread(run: RunSession | undefined): Promise<void> {
    this.#opened = undefined;
    if (run === undefined) return;
    const { runId } = run.manifest;
    this.#reading = runId;
    const read = await this.#ofRun(run);
    if (this.#reading !== runId) return;
    this.#known = { runId, read };
    this.#changed.fire();
  }

  /** The cards of another run than before are read first; until then the report stays as it is. */
  trusted(report: RunReport, session: RunSession): RunReport {
    const { runId } = session.manifest;
    if (this.#known?.runId !== runId) {
      if (this.#reading !== runId) void this.reread(session);
      return report;
    }
    const { read } = this.#known;
    // A run at rest has one report, which is drawn again with every edit of the prompt.
    if (this.#drawn?.report !== report || this.#drawn.read !== read) {
      const trusted = withMetricBadges(withJudgeTrust(report, session, read.cards), session.manifest);
      this.#drawn = { report, read, trusted: withCardProblems(trusted, read.problems) };
    }
    return this.#drawn.trusted;
  }

  /** For an export. Cards that could not be read are named beside the report, for whoever has the folder. */
  async report(run: RunSession): Promise<{ readonly report: RunReport; readonly problems: readonly string[] }> {
    const { cards, problems } = await this.#ofRun(run);
    const { majority } = readSettings(this.#prompt.uri);
    return { report: withJudgeTrust(buildReport(run, { majority }), run, cards), problems };
  }

  async view(run: RunSession | undefined): Promise<JudgesView> {
    const { cards, problems } = await this.#all();
    const read = await unfinishedCalibrations(this.#location.store, this.runs.runId).then(
      (unfinished) => ({ unfinished, problems }),
      (error: unknown) => ({ unfinished: [], problems: [...problems, problemText(error)] }),
    );
    const shown = run !== undefined && isCalibration(run) ? undefined : run;
    return judgesView({ cards, benchmarks: benchmarks.values(), run: shown, ...read });
  }

  /** A card with what its calibration's run holds; `undefined` when there is no such card. Never rejects. */
  async detail(key: string): Promise<JudgeCardDetail | undefined> {
    const card = (await this.allCards()).find((one) => cardKey(one) === key);
    if (card === undefined) return undefined;
    const { runId } = card;
    const known = this.#opened?.runId === runId ? this.#opened.calibration : undefined;
    const calibration = known ?? (await this.#read(runId));
    this.#opened = { runId, calibration };
    return judgeCardDetail(card, benchmarks.get(card.benchmark), calibration);
  }

  /** Keeps the cards of a calibration that is over. Rejects with `RunStoreError` `unwritable`. */
  async keep(session: RunSession): Promise<KeptCalibration> {
    if (!isCalibration(session)) return { judges: [], cards: [] };
    this.#opened = undefined;
    return keepTrustCards(session, new FileTrustCardStore(this.#location.root));
  }

  /** To be called when a run came to rest: a calibration keeps its cards. Never rejects. */
  async ended(run: RunSession, shown: () => RunSession | undefined): Promise<void> {
    await this.keep(run).catch((error: unknown) => {
      this.#services.log.error('The trust cards could not be kept.', stackOf(error));
    });
    await this.reread(shown());
  }

  dispose(): void {
    this.runs.dispose();
    this.#changed.dispose();
  }

  get #location(): PromptStore {
    return this.#services.storeFor(this.#prompt.uri);
  }

  #all(): Promise<TrustCards> {
    return allCards(this.#location.root, this.#services.judges);
  }

  #ofRun({ manifest }: RunSession): Promise<TrustCards> {
    return cardsOfRun(this.#location.root, this.#services.judges, manifest);
  }

  async #read(runId: string): Promise<OpenedCalibration> {
    if (runId === '') {
      return unavailable(
        'This card comes with the program: it was measured when the judge was made, and the replies do not come with it.',
      );
    }
    try {
      const session = sessionOfRun(await this.#location.store.open(runId), benchmarks);
      return isCalibration(session) ? { kind: 'opened', session } : unavailable(`Run ${runId} is no calibration.`);
    } catch (error) {
      if (RunStoreError.is(error, 'notFound')) {
        return unavailable(
          `The calibration run ${runId} was deleted, and its replies with it. The figures stand; calibrate again to read disagreements.`,
        );
      }
      this.#services.log.warn(`The calibration ${runId} could not be read.`, problemText(error));
      return unavailable(problemText(error));
    }
  }
}

function unavailable(problem: string): OpenedCalibration {
  return { kind: 'unavailable', problem };
}

/** The cards of store and extension that may say something of a run's judges. Never rejects. */
export function cardsOfRun(
  root: string,
  shipped: Pick<ShippedJudges, 'cardsFor'>,
  manifest: Pick<RunManifest, 'benchmarks' | 'judges'>,
): Promise<TrustCards> {
  return withShipped(root, shipped.cardsFor(manifest));
}

export function allCards(root: string, shipped: Pick<ShippedJudges, 'allCards'>): Promise<TrustCards> {
  return withShipped(root, shipped.allCards());
}

/** The store is read anew each time: other windows and the command line keep cards, too. */
async function withShipped(root: string, reading: Promise<readonly TrustCard[]>): Promise<TrustCards> {
  const [stored, shipped] = await Promise.all([
    new FileTrustCardStore(root).read().then((found) => knownCards(found, benchmarks)),
    reading.then(
      (cards): TrustCards => ({ cards, problems: [] }),
      (error: unknown): TrustCards => ({ cards: [], problems: [reasonOf(error)] }),
    ),
  ]);
  return { cards: [...stored.cards, ...shipped.cards], problems: [...stored.problems, ...shipped.problems] };
}

/** Where a calibration can go on. `running` covers one that a crash left without a last word. */
const stopped: Readonly<Record<string, string>> = {
  running: 'interrupted',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
  overBudget: 'stopped at a cap',
  failed: 'failed',
};

/** Those that were cut off, the newest first, and the one that goes on in this window, `goingOn`. */
export async function unfinishedCalibrations(
  store: FileRunStore,
  goingOn: string | undefined,
): Promise<readonly UnfinishedCheck[]> {
  const found: UnfinishedCheck[] = [];
  for (const listing of await store.summaries()) {
    const { id } = listing;
    const goesOn = id === goingOn;
    const statusText = goesOn ? 'under way' : stopped[statusOf(listing) ?? ''];
    // In another window it goes on without this one.
    if (statusText === undefined || (!goesOn && (await isRunLocked(store.directoryOf(id))))) continue;
    const manifest = await store.readManifest(id).catch(() => undefined);
    if (manifest?.calibration === undefined) continue;
    const benchmark = manifest.benchmarks[0]?.id;
    found.push({
      runId: id,
      at: manifest.createdAt,
      benchmarkTitle: benchmark === undefined ? '' : (benchmarks.get(benchmark)?.title ?? benchmark),
      judges: manifest.judges.map(modelDestination),
      gold: manifest.calibration.name,
      statusText,
      goesOn,
    });
  }
  return found;
}

/** `undefined` for what is no calibration, as far as that can be told without opening it. */
function statusOf(listing: SummaryListing): string | undefined {
  if (listing.kind === 'damaged') return undefined;
  if (listing.kind === 'run') return listing.manifest.calibration === undefined ? undefined : listing.lastStatus;
  // A calibration's replies come from a file, which stands in the tutor's place.
  return listing.summary.tutor.startsWith('given:') ? listing.summary.status : undefined;
}
