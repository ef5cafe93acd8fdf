import * as z from 'zod';
import { visibleReply } from '../dialogue/visibleReply';
import { isHomeServer } from '../providers/homeServer';
import type { ListedModel } from '../providers/listedModel';
import type { Effort } from '../providers/modelParameters';
import { costOf, priceOf } from '../providers/prices';
import { type ChatReply, type ChatRequest, ProviderError } from '../providers/provider';
import type { Clock } from './clock';
import type { ModelEndpoint } from './modelEndpoint';
import { asSent, lacksRoom, withMoreRoom } from './roomToReason';

/** What is tried of a model, in the order of the table. */
export type CheckedPartId =
  'answer' | 'structured' | 'temperature' | 'effort' | 'images' | 'speed' | 'slots' | 'context' | 'price';

/**
 * One line of a check. `works`; `limited`: a run goes, but not as asked; `fails`: no run goes, or not with such samples; `unknown`:
 * nobody says, and nothing shows it.
 */
export interface CheckedPart {
  readonly id: CheckedPartId;
  readonly state: 'works' | 'limited' | 'fails' | 'unknown';
  /** A sentence or two: what was seen, and what to do where it fails. */
  readonly says: string;
}

/** What a handful of calls showed of a model. */
export interface ModelCheck {
  /** As in tables. */
  readonly model: string;
  readonly parts: readonly CheckedPart[];
  /** Calls that were sent. */
  readonly calls: number;
  /** US dollars; `undefined` where its price is not known, or a reply told no tokens. */
  readonly usd: number | undefined;
  /** Median time of one call alone, in milliseconds; `undefined` where none was answered. */
  readonly callMs: number | undefined;
  /** Calls at once that help; `undefined` where that is found out during a run. */
  readonly slots: number | undefined;
}

/** Most calls at once that are tried of a home server. */
const mostSlots = 4;
/** Two calls at once that take no longer than this share of one alone went side by side. */
const sideBySide = 1.6;

// A square of 64 pixels in one red, drawn for this check.
const redSquare =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAUElEQVR42u3PQQkAAAgEsAvh2/6hDGME38JgBZapfi0CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICApcF7PHg8cEzMUQAAAAASUVORK5CYII=';

const verdictSchema = z.object({ reasoning: z.string(), label: z.enum(['Yes', 'No']) });
const verdictJson = z.toJSONSchema(verdictSchema);

/** What a check works with. */
export interface CheckServices {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Hears of each call before it is sent, counted from 1. */
  readonly onCall?: (call: number) => void;
}

/** Asks a model a few short things and says what works. Throws nothing but the reason of the signal. */
export async function checkModel(endpoint: ModelEndpoint, services: CheckServices): Promise<ModelCheck> {
  const session = new CheckSession(endpoint, services);
  const parts = await session.run();
  const { calls, usd, callMs, slots } = session;
  return { model: endpoint.name, parts, calls, usd, callMs, slots };
}

type Asked = { readonly reply: ChatReply; readonly ms: number } | { readonly error: ProviderError };

class CheckSession {
  readonly #endpoint: ModelEndpoint;
  readonly #services: CheckServices;
  readonly #times: number[] = [];
  calls = 0;
  usd: number | undefined = 0;
  slots: number | undefined;

  constructor(endpoint: ModelEndpoint, services: CheckServices) {
    this.#endpoint = endpoint;
    this.#services = services;
  }

  /** Of calls alone; the first may have waited for the model to be loaded. */
  get callMs(): number | undefined {
    const times = (this.#times.length > 1 ? this.#times.slice(1) : this.#times).toSorted((left, right) => left - right);
    return times[Math.floor(times.length / 2)];
  }

  async run(): Promise<readonly CheckedPart[]> {
    const first = await this.#ask({ temperature: 0 });
    if ('error' in first) {
      const unseen = 'Not tried, as the model does not answer.';
      return [part('answer', 'fails', first.error.message), part('structured', 'unknown', unseen)];
    }
    const listed = await this.#listed();
    return [
      answerPart(first.reply),
      await this.#structured(),
      temperaturePart(first.reply),
      await this.#effort(),
      await this.#images(listed),
      await this.#slots(),
      this.#speed(),
      this.#context(listed),
      this.#price(listed),
    ];
  }

  /** One call, and as in a run a second one where reasoning used up the room of the answer. */
  async #ask(what: Partial<ChatRequest>, alone = true, effort?: Effort): Promise<Asked> {
    const { clock, signal, onCall } = this.#services;
    const { provider, model } = this.#endpoint;
    const parameters = { ...this.#endpoint.parameters, ...(effort === undefined ? {} : { effort }) };
    this.calls += 1;
    onCall?.(this.calls);
    const request: ChatRequest = {
      model,
      system: 'You are a patient tutor. Answer in one short sentence.',
      messages: [{ role: 'user', content: 'I think 7 times 8 is 54. Is that right?' }],
      maxOutputTokens: 200,
      repeat: 0,
      simulation: { seed: 'check', run: () => 'Look again: what is 7 times 7?' },
      ...what,
    };
    const asked = provider.simulated ? request : asSent(request, { ...this.#endpoint, parameters });
    const started = clock.elapsed();
    try {
      let reply = await provider.complete(asked, signal);
      const ms = clock.elapsed() - started;
      if (alone) this.#times.push(ms);
      this.#bill(reply);
      const larger = lacksRoom(reply, request.maxOutputTokens) ? withMoreRoom(asked, this.#endpoint) : undefined;
      if (larger !== undefined) {
        this.calls += 1;
        reply = await provider.complete(larger, signal);
        this.#bill(reply);
      }
      return { reply, ms };
    } catch (error) {
      signal.throwIfAborted();
      if (!ProviderError.is(error)) throw error;
      return { error };
    }
  }

  #bill({ usage }: ChatReply): void {
    const { model, baseUrl, price: named } = this.#endpoint;
    const usd = usage === undefined ? undefined : costOf(model, usage, baseUrl, { named });
    this.usd = usd === undefined || this.usd === undefined ? undefined : this.usd + usd;
  }

  async #listed(): Promise<ListedModel | undefined> {
    const { provider, model } = this.#endpoint;
    try {
      const models = await provider.models?.(this.#services.signal);
      return models?.find(({ id }) => id === model || id === `models/${model}`);
    } catch (error) {
      this.#services.signal.throwIfAborted();
      if (ProviderError.is(error)) return undefined;
      throw error;
    }
  }

  async #structured(): Promise<CheckedPart> {
    const asked = await this.#ask({
      system: 'You judge one reply of a tutor. Answer as JSON with "reasoning" and "label", which is "Yes" or "No".',
      messages: [
        {
          role: 'user',
          content: 'Student: 7 times 8 is 54.\nTutor: What is 7 times 7?\n\nDoes it give away the answer?',
        },
      ],
      temperature: 0,
      maxOutputTokens: 400,
      schema: { name: 'check', json: verdictJson },
    });
    if ('error' in asked) return part('structured', 'fails', asked.error.message);
    const { reply } = asked;
    const isRead = verdictSchema.safeParse(jsonIn(visibleReply(reply.text))).success;
    if (!isRead)
      return part(
        'structured',
        'fails',
        'The answer was no JSON of the form that was asked for. Judge with another model.',
      );
    if (reply.sent?.structured === 'schema' || reply.sent === undefined)
      return part('structured', 'works', 'Verdicts come in the form that is asked for.');
    const how = reply.sent.structured === 'object' ? 'as any JSON object' : 'by the words of the prompt alone';
    return part('structured', 'limited', `The server takes no schema: verdicts are asked for ${how}.`);
  }

  async #effort(): Promise<CheckedPart> {
    const { facts, parameters } = this.#endpoint;
    const effort = parameters?.effort ?? facts.efforts[0] ?? 'low';
    if (facts.reasons === false && facts.efforts.length === 0)
      return part('effort', 'works', 'It does not reason before it answers.');
    const asked = await this.#ask({}, true, effort);
    if ('error' in asked) return part('effort', 'limited', `“${effort}” is refused: ${asked.error.message}`);
    const { sent, usage } = asked.reply;
    const hidden =
      usage?.reasoning === undefined ? '' : ` It used ${usage.reasoning.toLocaleString('en')} hidden tokens.`;
    if (sent !== undefined && sent.effort === undefined)
      return part('effort', 'limited', `The server takes no effort; the model reasons as it likes.${hidden}`);
    return part('effort', 'works', `“${effort}” is taken.${hidden}`);
  }

  async #images(listed: ListedModel | undefined): Promise<CheckedPart> {
    const none = 'Samples with images are skipped with it.';
    if (this.#endpoint.facts.images === false || listed?.images === false)
      return part('images', 'limited', `It takes none. ${none}`);
    const asked = await this.#ask({
      messages: [
        {
          role: 'user',
          content: 'Which colour has this square? One word.',
          images: [{ url: redSquare, mediaType: 'image/png', alt: 'a square' }],
        },
      ],
    });
    if ('error' in asked) {
      const { failure, message } = asked.error;
      return part('images', 'limited', failure === 'imagesRefused' ? `It takes none. ${none}` : message);
    }
    return /\b(?:red|crimson|scarlet)\b/i.test(visibleReply(asked.reply.text))
      ? part('images', 'works', 'It sees them.')
      : part('images', 'limited', 'It took one and did not name its colour. Do not trust it with drawings.');
  }

  /** A server at home takes a few calls at a time; more would only wait for each other. */
  async #slots(): Promise<CheckedPart> {
    const { baseUrl } = this.#endpoint;
    const alone = this.callMs;
    if (baseUrl === undefined || !isHomeServer(baseUrl) || alone === undefined) {
      return part('slots', 'unknown', 'A run finds out how many calls at once its server bears.');
    }
    let slots = 1;
    for (let tried = 2; tried <= mostSlots; tried *= 2) {
      const all = await Promise.all(Array.from({ length: tried }, () => this.#ask({}, false)));
      const slowest = Math.max(...all.map((asked) => ('ms' in asked ? asked.ms : Number.POSITIVE_INFINITY)));
      if (slowest > sideBySide * alone) break;
      slots = tried;
    }
    this.slots = slots;
    return part(
      'slots',
      'works',
      slots === 1 ? 'One call at a time; more would only wait.' : `${slots} calls at once help.`,
    );
  }

  #speed(): CheckedPart {
    const { callMs } = this;
    if (callMs === undefined) return part('speed', 'unknown', 'No call was timed.');
    return part(
      'speed',
      'works',
      `A short call takes ${callMs < 100 ? 'less than 0.1' : (callMs / 1_000).toFixed(1)} s.`,
    );
  }

  #context(listed: ListedModel | undefined): CheckedPart {
    const { baseUrl, facts } = this.#endpoint;
    // A home server may give a model less than it could take.
    const tokens = listed?.contextTokens ?? (isHomeServer(baseUrl) ? undefined : facts.contextTokens);
    if (tokens === undefined)
      return part('context', 'unknown', 'Its server does not say. A run stops where a prompt does not fit.');
    const small = tokens < 16_000;
    const says = `${tokens.toLocaleString('en')} tokens${small ? ', little for long dialogues and for reasoning' : ''}.`;
    return part('context', small ? 'limited' : 'works', says);
  }

  #price(listed: ListedModel | undefined): CheckedPart {
    const { model, baseUrl, facts, price: named } = this.#endpoint;
    const shutdown = listed?.shutdown ?? facts.shutdown;
    const ends = shutdown === undefined ? '' : ` It is served until ${shutdown}.`;
    const known = priceOf(model, baseUrl, named);
    const price = known ?? listed?.price;
    if (price === undefined)
      return part('price', 'unknown', `Not known, so no cap on cost can hold. A connection may name it.${ends}`);
    if (price.input === 0 && price.output === 0) return part('price', 'works', 'It costs nothing.');
    return part(
      'price',
      shutdown === undefined && known !== undefined ? 'works' : 'limited',
      `$${price.input.toFixed(2)} per million tokens in, $${price.output.toFixed(2)} out${known === undefined ? ', as its server says. Caps on cost need it in the connection' : ''}.${ends}`,
    );
  }
}

function part(id: CheckedPartId, state: CheckedPart['state'], says: string): CheckedPart {
  return { id, state, says };
}

function answerPart(reply: ChatReply): CheckedPart {
  const by = reply.model === undefined ? '' : ` (${reply.model})`;
  if (reply.finish === 'refusal') return part('answer', 'fails', `It refused a harmless question${by}.`);
  if (lacksRoom(reply, 200))
    return part(
      'answer',
      'limited',
      `Its reasoning used up the room of the answer${by}. Runs ask again with more; a lower effort costs less.`,
    );
  return visibleReply(reply.text) === ''
    ? part('answer', 'fails', `It answered with nothing${by}.`)
    : part('answer', 'works', `It answers${by}.`);
}

function temperaturePart({ sent }: ChatReply): CheckedPart {
  if (sent === undefined) return part('temperature', 'unknown', 'The server does not say.');
  return sent.temperature === undefined
    ? part(
        'temperature',
        'limited',
        'It takes none: replies and verdicts vary more between runs. Repeat samples to average that out.',
      )
    : part('temperature', 'works', 'It takes the one that a benchmark sets.');
}

/** The first JSON object in a text, as models like to put words around it. */
function jsonIn(text: string): unknown {
  const start = text.indexOf('{');
  try {
    return JSON.parse(text.slice(start, text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
