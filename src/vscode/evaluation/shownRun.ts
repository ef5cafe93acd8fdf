import { buildReport } from '../../core/report/buildReport';
import { dayFullWords } from '../../core/engine/dayFullWords';
import type { RunEvent } from '../../core/engine/runEvent';
import type { RunSession } from '../../core/engine/runSession';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import { KeptRows } from '../../core/report/keptRows';
import type { RunReport } from '../../core/report/reportModel';

/** While a run goes on its intervals are drawn from fewer resamples, so that a snapshot costs milliseconds. */
const liveResamples = 500;

/** The run that a prompt's panel shows, with its report and what it changed from its baseline. */
export class ShownRun {
  #session: RunSession | undefined;
  #report: RunReport | undefined;
  /** Of all reports of `#session`. */
  #rows = new KeptRows();
  #waitsFor: string | undefined;
  /** When the run that goes on was first heard of, by a clock that nobody sets. */
  #followedSince = 0;
  readonly #majority: () => boolean;
  /** Whether `#report` has the vote: the setting may change while a run is shown. */
  #hasMajority = false;
  #changes: { readonly runId: string; readonly of: BaselineChanges } | undefined;

  /** `majority`: whether the vote of several judges stands beside what each of them says. */
  constructor(majority: () => boolean) {
    this.#majority = majority;
  }

  /** `undefined` before the first run. */
  get session(): RunSession | undefined {
    return this.#session;
  }

  /** Of the run at rest; `undefined` while it goes on, when every snapshot has one of its own. */
  get report(): RunReport | undefined {
    return this.#report;
  }

  /** What all of a run that goes on waits for, besides its own calls. */
  get waitsFor(): string | undefined {
    return this.#waitsFor;
  }

  /** Those of another run say nothing of this one. */
  get changes(): BaselineChanges | undefined {
    return this.#changes?.runId === this.#session?.manifest.runId ? this.#changes?.of : undefined;
  }

  /** Shows a run at rest. */
  show(session: RunSession): void {
    this.#take(session);
    this.#hasMajority = this.#majority();
    this.#report = buildReport(session, { majority: this.#hasMajority, rows: this.#rows });
    this.#waitsFor = undefined;
  }

  /** Shows a run that goes on. */
  follow(session: RunSession): void {
    this.#take(session);
    this.#followedSince = performance.now();
    this.#report = undefined;
    this.#waitsFor = undefined;
  }

  /** Takes up what a run that goes on says. */
  heard(event: RunEvent): void {
    if (event.kind === 'dayFull') this.#waitsFor = event.isWaiting ? dayFullWords(event.reached) : undefined;
  }

  clear(): void {
    this.#session = undefined;
    this.#rows = new KeptRows();
    this.#report = undefined;
  }

  /** The report as it stands. */
  snapshot(): RunReport | undefined {
    if (this.#session === undefined) return undefined;
    if (this.#report !== undefined && this.#hasMajority !== this.#majority()) this.show(this.#session);
    if (this.#report !== undefined) return this.#report;
    const runningMs = performance.now() - this.#followedSince;
    const live = { resamples: liveResamples, runningMs, majority: this.#majority(), rows: this.#rows };
    return buildReport(this.#session, live);
  }

  /** Takes up how a run differs from its baseline. Returns whether there is anything to draw anew. */
  measured(runId: string, changes: BaselineChanges | undefined): boolean {
    if (changes === undefined && this.#changes === undefined) return false;
    this.#changes = changes === undefined ? undefined : { runId, of: changes };
    return true;
  }

  #take(session: RunSession): void {
    if (session !== this.#session) this.#rows = new KeptRows();
    this.#session = session;
  }
}
