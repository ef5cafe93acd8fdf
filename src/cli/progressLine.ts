import { dayFullWords } from '../core/run/runCaps';
import type { RunEvent } from '../core/run/runEvent';
import { plannedReplies, type RunSession } from '../core/run/runSession';
import { silenceWords } from '../core/run/serverSilence';
import { askedModels, lacksRules, modelSetting } from '../core/store/runManifest';
import type { CliContext } from './cliContext';
import { countWords } from '../core/text/countWords';
import { noScoresAhead } from '../core/results/understoodPrompt';
import { foreignText } from './terminalText';

/** Shows a run's progress on standard error: one line redrawn in place in a terminal, a line every tenth otherwise. */
export class ProgressLine {
  readonly #retries = new Map<string, number>();
  /** The last line printed about each provider's batches. */
  readonly #batches = new Map<string, string>();
  /** Ends of the line: while calls wait for other runs, and while a server is silent. */
  #waits = '';
  #silence = '';
  #hasWaited = false;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #drawnTenth = -1;
  #open = false;
  /** Planned replies of all turns, once counted. */
  #replies: number | undefined;

  constructor(
    private readonly session: RunSession,
    private readonly context: CliContext,
  ) {}

  readonly onEvent = (event: RunEvent): void => {
    if (event.kind === 'started') this.#announce(event.resumed);
    else if (event.kind === 'retrying') {
      const count = (this.#retries.get(event.failure) ?? 0) + 1;
      this.#retries.set(event.failure, count);
      // Only the first retry of each kind is printed in full; the line counts the rest.
      if (count === 1) this.#say(`Waiting ${(event.delayMs / 1000).toFixed(1)} s to try again: ${event.message}`);
    } else if (event.kind === 'limit')
      this.#say(`${this.#titleOf(event.provider)}: ${event.limit} calls in flight (${event.reason})`);
    else if (event.kind === 'batches') this.#tellBatches(event);
    else if (event.kind === 'dayFull') {
      const words = event.isWaiting ? dayFullWords(event.reached) : '';
      this.#waits = words && `. ${words}`;
      // Printed once: near the end of a shared cap every call waits briefly.
      if (event.isWaiting && !this.#hasWaited) this.#say(`${words}.`);
      this.#hasWaited ||= event.isWaiting;
      if (this.context.live) this.#draw();
    } else if (event.kind === 'waiting') this.#tellSilence(event);
    else if (event.kind === 'record') this.#draw();
  };

  /** Ends the line, if one is open. */
  end(): void {
    if (this.#open) this.context.err('\n');
    this.#open = false;
  }

  #announce(resumed: boolean): void {
    const { manifest, items } = this.session;
    const what = manifest.benchmarks.map((entry) => entry.id).join(', ');
    const models = [...new Set(askedModels(manifest).flatMap((one) => (one.simulated ? [] : [modelSetting(one)])))];
    const cost = models.length === 0 ? 'offline models, nothing is sent' : `calls go to ${models.join(' and ')}`;
    const start = resumed ? 'Resuming' : 'Evaluating';
    if (lacksRules(manifest)) this.#say(noScoresAhead);
    this.#say(`${start}: ${manifest.prompt.name} on ${what}, ${countWords(items.length, 'case', 'cases')}; ${cost}.`);
  }

  #titleOf(provider: string): string {
    return this.context.providers.get(provider)?.title ?? provider;
  }

  /** Redrawn with every poll in a terminal, otherwise printed when the numbers change. */
  #tellBatches({ provider, calls, batches, polledAt }: Extract<RunEvent, { kind: 'batches' }>): void {
    if (calls === 0) return;
    const waiting = `${this.#titleOf(provider)}: ${countWords(calls, 'call', 'calls')} in ${countWords(batches, 'batch', 'batches')} under way`;
    const polled = polledAt === undefined ? '' : `, last poll ${new Date(polledAt).toTimeString().slice(0, 8)}`;
    if (this.context.live) this.#redraw(foreignText(waiting + polled));
    if (this.context.live || this.#batches.get(provider) === waiting) return;
    this.#batches.set(provider, waiting);
    this.#say(waiting + polled);
  }

  #tellSilence(event: Extract<RunEvent, { kind: 'waiting' }>): void {
    const { live } = this.context;
    // In a terminal the problem is left out to keep one line; the first retry printed it.
    const told = event.isWaiting && live ? { ...event, problem: undefined } : event;
    const words = told.isWaiting ? silenceWords(this.#titleOf(event.provider), told) : '';
    const isNew = this.#silence === '' && words !== '';
    this.#silence = words && `. ${words}`;
    if (live) this.#draw();
    else if (isNew) this.#say(`${words}.`);
  }

  #draw(): void {
    const { counts } = this.session.state;
    const total = (this.#replies ??= plannedReplies(this.session));
    const retries = [...this.#retries.values()].reduce((sum, count) => sum + count, 0);
    const tried = retries === 0 ? '' : `, ${countWords(retries, 'retry', 'retries')}`;
    const text = `${counts.replies}/${countWords(total, 'reply', 'replies')}, ${countWords(counts.judgements, 'judgement', 'judgements')}${tried}${this.#waits}${this.#silence}`;
    if (this.context.live) {
      const now = performance.now();
      if (now - this.#drawnAt < 100) return;
      this.#drawnAt = now;
      this.#redraw(text);
      return;
    }
    const tenth = Math.floor((10 * counts.replies) / Math.max(1, total));
    if (tenth === this.#drawnTenth) return;
    this.#drawnTenth = tenth;
    this.context.err(`${text}\n`);
  }

  #redraw(text: string): void {
    this.context.redraw(text);
    this.#open = true;
  }

  #say(text: string): void {
    this.end();
    this.context.err(`${foreignText(text)}\n`);
  }
}
