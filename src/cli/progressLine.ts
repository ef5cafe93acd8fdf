import { dayFullWords } from '../core/run/runCaps';
import type { RunEvent } from '../core/run/runEvent';
import type { RunSession } from '../core/run/runSession';
import { silenceWords } from '../core/run/serverSilence';
import type { WorkItem } from '../core/run/workItem';
import { askedModels, lacksRules, modelSetting } from '../core/store/runManifest';
import type { CliContext } from './cliContext';
import { countWords } from '../core/text/countWords';
import { noScoresAhead } from '../core/results/understoodPrompt';
import { foreignText } from './terminalText';

/** Shows a run's progress on standard error: one line redrawn in place in a terminal, a line every tenth otherwise. */
export class ProgressLine {
  readonly #session: RunSession;
  readonly #context: CliContext;
  readonly #retries = new Map<string, number>();
  /** What was last said of each provider's batches. */
  readonly #batches = new Map<string, string>();
  /** What is added to the line while calls of other runs are waited for. */
  #waits = '';
  #hasWaited = false;
  #drawnAt = Number.NEGATIVE_INFINITY;
  /** What is added to the line while a server says nothing. */
  #silence = '';
  /** The longest silence of each server that was told, in seconds. */
  readonly #silences = new Map<string, number>();
  #drawnTenth = -1;
  #open = false;
  /** Replies of all turns, once counted. */
  #replies: number | undefined;

  constructor(session: RunSession, context: CliContext) {
    this.#session = session;
    this.#context = context;
  }

  readonly onEvent = (event: RunEvent): void => {
    if (event.kind === 'started') this.#announce(event.resumed);
    else if (event.kind === 'retrying') {
      const count = (this.#retries.get(event.failure) ?? 0) + 1;
      this.#retries.set(event.failure, count);
      // The first of each kind is told in full, the rest in the line's count.
      if (count === 1) this.#say(`Waiting ${(event.delayMs / 1000).toFixed(1)} s to try again: ${event.message}`);
    } else if (event.kind === 'limit')
      this.#say(`${this.#titleOf(event.provider)}: ${event.limit} calls in flight (${event.reason})`);
    else if (event.kind === 'batches') this.#tellBatches(event);
    else if (event.kind === 'dayFull') this.#tellDay(event);
    else if (event.kind === 'waiting') this.#tellSilence(event);
    else if (event.kind === 'record') this.#draw();
  };

  /** Ends the line, if one is open. */
  end(): void {
    if (this.#open) this.#context.err('\n');
    this.#open = false;
  }

  #announce(resumed: boolean): void {
    const { manifest, items } = this.#session;
    const what = manifest.benchmarks.map((entry) => entry.id).join(', ');
    const models = askedModels(manifest)
      .filter((model) => !model.simulated)
      .map(modelSetting);
    const cost =
      models.length === 0 ? 'offline models, nothing is sent' : `calls go to ${[...new Set(models)].join(' and ')}`;
    if (lacksRules(manifest)) this.#say(noScoresAhead);
    this.#say(
      `${resumed ? 'Going on' : 'Evaluating'}: ${manifest.prompt.name} on ${what}, ${countWords(items.length, 'case', 'cases')}; ${cost}.`,
    );
  }

  #titleOf(provider: string): string {
    return this.#context.providers.get(provider)?.title ?? provider;
  }

  /** Redrawn with every look in a terminal, otherwise told when the numbers change; nothing is said of batches that are in. */
  #tellBatches({ provider, calls, batches, lookedAt }: Extract<RunEvent, { kind: 'batches' }>): void {
    if (calls === 0) {
      this.#batches.delete(provider);
      return;
    }
    const waiting = `${this.#titleOf(provider)}: ${countWords(calls, 'call', 'calls')} in ${countWords(batches, 'batch', 'batches')} under way`;
    const looked = lookedAt === undefined ? '' : `, last looked ${new Date(lookedAt).toTimeString().slice(0, 8)}`;
    if (this.#context.live) {
      this.#context.redraw(foreignText(waiting + looked));
      this.#open = true;
      return;
    }
    if (this.#batches.get(provider) === waiting) return;
    this.#batches.set(provider, waiting);
    this.#say(waiting + looked);
  }

  /** Told once: where runs share a cap to its end, each call waits a moment. In a terminal the line says it again. */
  #tellDay(event: Extract<RunEvent, { kind: 'dayFull' }>): void {
    this.#waits = event.isWaiting ? `. ${dayFullWords(event.reached)}` : '';
    if (event.isWaiting && !this.#hasWaited) this.#say(`${dayFullWords(event.reached)}.`);
    this.#hasWaited ||= event.isWaiting;
    if (this.#context.live) this.#draw();
  }

  /** In a terminal the line says it each second, and must stay one line: what is wrong was told with the first attempt. Otherwise a server is named again only when it has been silent for twice as long. */
  #tellSilence(event: Extract<RunEvent, { kind: 'waiting' }>): void {
    const { live } = this.#context;
    const told = event.isWaiting && live ? { ...event, problem: undefined } : event;
    const words = told.isWaiting ? silenceWords(this.#titleOf(event.provider), told) : '';
    this.#silence = words === '' ? '' : `. ${words}`;
    if (live) this.#draw();
    else if (event.isWaiting) {
      const server = `${event.provider} ${event.baseUrl ?? ''}`;
      if (event.seconds < 2 * (this.#silences.get(server) ?? 0)) return;
      this.#silences.set(server, event.seconds);
      this.#say(`${words}.`);
    }
  }

  #draw(): void {
    const { counts } = this.#session.state;
    const total = (this.#replies ??= plannedReplies(this.#session));
    const retries = [...this.#retries.values()].reduce((sum, count) => sum + count, 0);
    const tried = retries === 0 ? '' : `, ${countWords(retries, 'retry', 'retries')}`;
    const text = `${counts.replies}/${countWords(total, 'reply', 'replies')}, ${countWords(counts.judgements, 'judgement', 'judgements')}${tried}${this.#waits}${this.#silence}`;
    if (this.#context.live) {
      const now = performance.now();
      if (now - this.#drawnAt < 100) return;
      this.#drawnAt = now;
      this.#context.redraw(text);
      this.#open = true;
      return;
    }
    const tenth = Math.floor((10 * counts.replies) / Math.max(1, total));
    if (tenth === this.#drawnTenth) return;
    this.#drawnTenth = tenth;
    this.#context.err(`${text}\n`);
  }

  #say(text: string): void {
    this.end();
    this.#context.err(`${foreignText(text)}\n`);
  }
}

/** Tutor replies of a run that goes well; a sample's plays, which come one after the other, have the same number of turns. */
function plannedReplies(session: RunSession): number {
  let last: WorkItem | undefined;
  let turns = 0;
  let total = 0;
  for (const item of session.items) {
    if (item.sample !== last?.sample) turns = session.planOf(item).studentTurns.length;
    last = item;
    total += turns;
  }
  return total;
}
