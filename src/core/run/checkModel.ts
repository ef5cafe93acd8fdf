import * as z from 'zod';
import { lastJsonObject } from '../benchmark/judging/lastJsonObject';
import { visibleReply } from '../benchmark/visibleReply';
import type { Effort } from '../prompt/modelParameters';
import { isHomeServer } from '../providers/homeServer';
import type { ListedModel } from '../providers/listedModel';
import { costOf, priceOf } from '../providers/prices';
import { type ChatReply, type ChatRequest, ProviderError } from '../providers/provider';
import { t, wholeNumber } from '../text/countWords';
import type { Clock } from './clock';
import { asSent, lacksHeadroom, type ModelEndpoint, withMoreHeadroom } from './modelEndpoint';

export type CheckedPartId =
  'answer' | 'structured' | 'temperature' | 'effort' | 'images' | 'speed' | 'slots' | 'context' | 'price';

/** `limited`: a run works, but not as asked. `fails`: no run works, or not with such samples. `unknown`: no data. */
export interface CheckedPart {
  readonly id: CheckedPartId;
  readonly state: 'works' | 'limited' | 'fails' | 'unknown';
  readonly says: string;
}

export interface ModelCheck {
  readonly model: string;
  readonly parts: readonly CheckedPart[];
  readonly calls: number;
  readonly usd: number | undefined;
  readonly callMs: number | undefined;
  readonly slots: number | undefined;
}

const mostSlots = 4;
/** Two calls ran in parallel if together they took at most this multiple of one call. */
const sideBySide = 1.6;

const redSquare =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAUElEQVR42u3PQQkAAAgEsAvh2/6hDGME38JgBZapfi0CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICApcF7PHg8cEzMUQAAAAASUVORK5CYII=';

const verdictSchema = z.object({ reasoning: z.string(), label: z.enum(['Yes', 'No']) });

type Finding = readonly [state: CheckedPart['state'], says: string];
type Asked = { readonly reply: ChatReply; readonly ms: number } | { readonly error: ProviderError };
/** One call, and a second one where reasoning used up the answer's headroom, as in a run. */
type Ask = (what: Partial<ChatRequest>, effort?: Effort) => Promise<Asked>;

export async function checkModel(
  endpoint: ModelEndpoint,
  { clock, signal, onCall }: Readonly<{ clock: Clock; signal: AbortSignal; onCall?: (call: number) => void }>,
): Promise<ModelCheck> {
  const { provider, model, baseUrl, price: named } = endpoint;
  let calls = 0;
  let usd: number | undefined = 0;
  const send = async (request: ChatRequest): Promise<ChatReply> => {
    calls += 1;
    const reply = await provider.complete(request, signal);
    const cost = reply.usage && costOf(model, reply.usage, baseUrl, { named });
    usd = usd === undefined || cost === undefined ? undefined : usd + cost;
    return reply;
  };
  const ask: Ask = async (what, effort = endpoint.parameters?.effort) => {
    const request: ChatRequest = {
      model,
      system: 'You are a patient tutor. Answer in one short sentence.',
      messages: [{ role: 'user', content: 'I think 7 times 8 is 54. Is that right?' }],
      maxOutputTokens: 200,
      repeat: 0,
      simulation: { seed: 'check', run: () => 'Look again: what is 7 times 7?' },
      ...what,
    };
    const parameters = { ...endpoint.parameters, effort };
    const sent = provider.simulated ? request : asSent(request, { ...endpoint, parameters });
    onCall?.(calls + 1);
    const started = clock.elapsed();
    try {
      const reply = await send(sent);
      const ms = clock.elapsed() - started;
      const larger = lacksHeadroom(reply, request.maxOutputTokens) ? withMoreHeadroom(sent, endpoint) : undefined;
      return { reply: larger === undefined ? reply : await send(larger), ms };
    } catch (error) {
      signal.throwIfAborted();
      if (!ProviderError.is(error)) throw error;
      return { error };
    }
  };
  const times: number[] = [];
  const askAlone: Ask = async (what, effort) => {
    const asked = await ask(what, effort);
    if ('ms' in asked) times.push(asked.ms);
    return asked;
  };
  const parts: CheckedPart[] = [];
  const add = (id: CheckedPartId, [state, says]: Finding): void => void parts.push({ id, state, says });
  const first = await askAlone({ temperature: 0 });
  if ('error' in first) {
    add('answer', ['fails', first.error.message]);
    add('structured', ['unknown', t`Not tried, as the model does not answer.`]);
    return { model: endpoint.name, parts, calls, usd, callMs: undefined, slots: undefined };
  }
  const listed = await listedModel(endpoint, signal);
  add('answer', answerFinding(first.reply));
  add('structured', await structuredFinding(askAlone));
  add('temperature', temperatureFinding(first.reply));
  add('effort', await effortFinding(askAlone, endpoint));
  add('images', await imagesFinding(askAlone, endpoint, listed));
  // The first call may have waited until the model was loaded.
  const later = (times.length > 1 ? times.slice(1) : times).toSorted((left, right) => left - right);
  const callMs = later[Math.floor(later.length / 2)] ?? 0;
  const slots = isHomeServer(baseUrl) ? await helpfulSlots(ask, callMs) : undefined;
  add('slots', slotsFinding(slots));
  add('speed', ['works', t`A short call takes ${callMs < 100 ? t`less than 0.1` : (callMs / 1_000).toFixed(1)} s.`]);
  add('context', contextFinding(endpoint, listed));
  add('price', priceFinding(endpoint, listed));
  return { model: endpoint.name, parts, calls, usd, callMs, slots };
}

async function listedModel({ provider, model }: ModelEndpoint, signal: AbortSignal): Promise<ListedModel | undefined> {
  const models = await provider.models?.(signal).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!ProviderError.is(error)) throw error;
  });
  return models?.find(({ id }) => id === model || id === `models/${model}`);
}

async function helpfulSlots(ask: Ask, callMs: number): Promise<number> {
  let slots = 1;
  for (let tried = 2; tried <= mostSlots; tried *= 2) {
    const all = await Promise.all(Array.from({ length: tried }, () => ask({})));
    if (!all.every((asked) => 'ms' in asked && asked.ms <= sideBySide * callMs)) break;
    slots = tried;
  }
  return slots;
}

function slotsFinding(slots: number | undefined): Finding {
  if (slots === undefined) return ['unknown', t`A run finds out how many calls at once the server can take.`];
  return [
    'works',
    slots === 1 ? t`One call at a time; more calls would only wait.` : t`${slots} calls at once save time.`,
  ];
}

function answerFinding(reply: ChatReply): Finding {
  const by = reply.model === undefined ? '' : ` (${reply.model})`;
  if (reply.finish === 'refusal') return ['fails', t`It refused a harmless question${by}.`];
  if (lacksHeadroom(reply, 200)) {
    const advice = t`A run asks again with a higher limit; a lower effort costs less.`;
    return ['limited', t`Its reasoning used up the tokens of the answer${by}. ${advice}`];
  }
  return visibleReply(reply.text) === '' ? ['fails', t`Its answer was empty${by}.`] : ['works', t`It answers${by}.`];
}

async function structuredFinding(ask: Ask): Promise<Finding> {
  const content = 'Student: 7 times 8 is 54.\nTutor: What is 7 times 7?\n\nDoes it give away the answer?';
  const asked = await ask({
    system: 'You judge one reply of a tutor. Answer as JSON with "reasoning" and "label", which is "Yes" or "No".',
    messages: [{ role: 'user', content }],
    temperature: 0,
    maxOutputTokens: 400,
    schema: { name: 'check', json: z.toJSONSchema(verdictSchema) },
  });
  if ('error' in asked) return ['fails', asked.error.message];
  const { text, sent } = asked.reply;
  const found = lastJsonObject(text);
  if (found.kind === 'none' || !verdictSchema.safeParse(found.value).success)
    return ['fails', t`The answer was not JSON in the requested form. Choose another model as judge.`];
  if (sent === undefined || sent.structured === 'schema') return ['works', t`Verdicts come in the requested form.`];
  const how = sent.structured === 'object' ? t`as any JSON object` : t`by the prompt’s words only`;
  return ['limited', t`The server takes no schema: verdicts are requested ${how}.`];
}

function temperatureFinding({ sent }: ChatReply): Finding {
  if (sent === undefined) return ['unknown', t`The server does not say.`];
  return sent.temperature === undefined
    ? ['limited', t`It takes none: replies and verdicts vary more between runs. Repeat samples to average that out.`]
    : ['works', t`It takes the one that a benchmark sets.`];
}

async function effortFinding(ask: Ask, { facts, parameters }: ModelEndpoint): Promise<Finding> {
  if (facts.reasons === false && facts.efforts.length === 0) return ['works', t`It does not reason before it answers.`];
  const effort = parameters?.effort ?? facts.efforts[0] ?? 'low';
  const asked = await ask({}, effort);
  if ('error' in asked) return ['limited', t`“${effort}” is refused: ${asked.error.message}`];
  const { sent, usage: { reasoning } = {} } = asked.reply;
  const hidden = reasoning === undefined ? '' : t` It used ${wholeNumber(reasoning)} hidden tokens.`;
  return sent !== undefined && sent.effort === undefined
    ? ['limited', t`The server takes no effort; the model decides how much to reason.${hidden}`]
    : ['works', t`“${effort}” is accepted.${hidden}`];
}

async function imagesFinding(ask: Ask, { facts }: ModelEndpoint, listed: ListedModel | undefined): Promise<Finding> {
  const none: Finding = ['limited', t`It takes none. A run skips samples with images.`];
  if (facts.images === false || listed?.images === false) return none;
  const images = [{ url: redSquare, mediaType: 'image/png', alt: 'a square' }];
  const content = 'What colour is this square? One word.';
  const asked = await ask({ messages: [{ role: 'user', content, images }] });
  if ('error' in asked) return asked.error.failure === 'imagesRefused' ? none : ['limited', asked.error.message];
  return /\b(?:red|crimson|scarlet)\b/i.test(visibleReply(asked.reply.text))
    ? ['works', t`It sees them.`]
    : ['limited', t`It took an image but did not name its colour. Do not trust it with drawings.`];
}

function contextFinding({ baseUrl, facts }: ModelEndpoint, listed: ListedModel | undefined): Finding {
  // A home server may give a model a smaller context than it could take.
  const tokens = listed?.contextTokens ?? (isHomeServer(baseUrl) ? undefined : facts.contextTokens);
  if (tokens === undefined) return ['unknown', t`Its server does not say. A run stops where a prompt does not fit.`];
  const says = t`${wholeNumber(tokens)} tokens`;
  if (tokens < 16_000) return ['limited', t`${says}, which is little for long dialogues and reasoning.`];
  return ['works', `${says}.`];
}

function priceFinding(endpoint: ModelEndpoint, listed: ListedModel | undefined): Finding {
  const { model, baseUrl, facts, price: named } = endpoint;
  const shutdown = listed?.shutdown ?? facts.shutdown;
  const ends = shutdown === undefined ? '' : t` It is served until ${shutdown}.`;
  const known = priceOf(model, baseUrl, named);
  const price = known ?? listed?.price;
  if (price === undefined)
    return ['unknown', t`Not known, so a cap on cost cannot be kept. A connection can name it.${ends}`];
  if (price.input === 0 && price.output === 0) return ['works', t`It costs nothing.`];
  const source = known === undefined ? t`, according to its server. A cap on cost needs it in the connection` : '';
  return [
    shutdown === undefined && known !== undefined ? 'works' : 'limited',
    t`$${price.input.toFixed(2)} per million tokens in, $${price.output.toFixed(2)} out${source}.${ends}`,
  ];
}
