import type { ChatRequest, SentForm } from './provider';
import type { StatusFailure } from './sdkFailure';

type TokenLimit = 'max_completion_tokens' | 'max_tokens';

export interface RequestShape {
  /** How JSON is requested: by schema, as any JSON object, or by the prompt's words alone. */
  readonly structured: NonNullable<SentForm['structured']>;
  readonly tokenLimit: TokenLimit;
  /** Whether it is sent at all; reasoning models refuse one. */
  readonly temperature: boolean;
  /** Whether it is sent at all; models that do not reason refuse one. */
  readonly effort: boolean;
  /** Whether marks for the provider's cache are sent where the model has them. */
  readonly cacheMarks?: boolean;
  /** The model's output limit. */
  readonly mostTokens?: number;
  /** Tokens that the context leaves for this one answer. */
  readonly headroomTokens?: number;
}

function tokenCeiling({ maxOutputTokens }: ChatRequest, { mostTokens, headroomTokens }: RequestShape): number {
  return Math.min(maxOutputTokens, mostTokens ?? Infinity, headroomTokens ?? Infinity);
}

export function sentForm(request: ChatRequest, shape: RequestShape): SentForm & { readonly maxOutputTokens: number } {
  const { temperature, effort } = request;
  return {
    maxOutputTokens: tokenCeiling(request, shape),
    ...(shape.temperature && temperature !== undefined ? { temperature } : {}),
    ...(shape.effort && effort !== undefined ? { effort } : {}),
    ...(request.schema === undefined ? {} : { structured: shape.structured }),
  };
}

export interface ShapeChoices {
  readonly structured: readonly RequestShape['structured'][];
  readonly tokenLimits: readonly TokenLimit[];
}

export function fallbackShape(
  shape: RequestShape,
  failure: StatusFailure,
  request: ChatRequest,
  choices: ShapeChoices,
): RequestShape | undefined {
  const part = refusedPart(shape, failure, request);
  switch (part) {
    case 'structured': {
      const structured = choices.structured[choices.structured.indexOf(shape.structured) + 1];
      return structured === undefined ? undefined : { ...shape, structured };
    }
    case 'tokenLimit': {
      const told = toldLimit(failure.text);
      if (told !== undefined) {
        const lowered = { ...shape, ...told };
        const ceiling = tokenCeiling(request, lowered);
        return ceiling >= fewestTokens && ceiling < tokenCeiling(request, shape) ? lowered : undefined;
      }
      const tokenLimit = choices.tokenLimits.find((limit) => limit !== shape.tokenLimit);
      return tokenLimit === undefined ? undefined : { ...shape, tokenLimit };
    }
    case 'temperature':
    case 'effort':
    case 'cacheMarks':
      return { ...shape, [part]: false };
    case undefined:
      return undefined;
  }
}

/** A shorter limit would leave no usable reply. */
const fewestTokens = 256;

/** Servers state the model's limit, or the context and the messages' share of it. */
const toldLimits = [
  /supports at most (?<most>[\d,]+) (?:completion |output )?tokens/i,
  /max_tokens: [\d,]+ > (?<most>[\d,]+)/i,
  /maximum context length is (?<context>[\d,]+) tokens and your request has (?<input>[\d,]+) input tokens/i,
  /maximum context length is (?<context>[\d,]+) tokens\. However, you requested [\d,]+ tokens \((?<input>[\d,]+) in the messages/i,
];

function toldLimit(text = ''): Pick<RequestShape, 'mostTokens' | 'headroomTokens'> | undefined {
  for (const sentence of toldLimits) {
    const { most, context, input } = sentence.exec(text)?.groups ?? {};
    if (most !== undefined) return { mostTokens: numberOf(most) };
    if (context !== undefined && input !== undefined) return { headroomTokens: numberOf(context) - numberOf(input) };
  }
  return undefined;
}

function numberOf(digits: string): number {
  return Number(digits.replaceAll(',', ''));
}

type Part = 'structured' | 'tokenLimit' | 'temperature' | 'effort' | 'cacheMarks';

/** Codes for a refused form. Text is not examined with any other code but a number. */
const formCodes =
  /^(?:\d+|unsupported_(?:parameter|value)|unknown_parameter|invalid_request_(?:error|body)|invalid_(?:value|type)|bad_request|badrequesterror)$/i;

function refusedPart(shape: RequestShape, failure: StatusFailure, request: ChatRequest): Part | undefined {
  const { status, param, code, text } = failure;
  if (status !== 400 && status !== 404 && status !== 422) return undefined;
  const sent: Record<Part, boolean> = {
    structured: request.schema !== undefined && shape.structured !== 'none',
    tokenLimit: true,
    temperature: request.temperature !== undefined && shape.temperature,
    effort: request.effort !== undefined && shape.effort,
    cacheMarks: shape.cacheMarks === true,
  };
  if (toldLimit(text) !== undefined) return 'tokenLimit';
  if (code === 'json_validate_failed' && sent.structured) return 'structured';
  if (text !== undefined && namesNothing.test(text)) return leastNeeded.find((part) => sent[part]);
  if (param !== undefined && param !== '') {
    const part = partsByParameter.find(([, name]) => name.test(param))?.[0];
    // OpenAI blames the messages if they lack the word "JSON", which a JSON object requires.
    if (/^(?:messages|input)$/.test(param) && shape.structured === 'object') return 'structured';
    return part !== undefined && sent[part] ? part : undefined;
  }
  if (code !== undefined && !formCodes.test(code)) return undefined;
  // The SDK drops FastAPI's 422 texts; the schema is the likeliest cause.
  if (text === undefined) return status !== 404 && sent.structured ? 'structured' : undefined;
  const part = partsByText.find(([, words]) => words.test(text))?.[0];
  return part !== undefined && sent[part] ? part : undefined;
}

/** Sentences of OpenRouter and Gemini that do not name the refused part. */
const namesNothing =
  /no endpoints found that can handle the requested parameters|^request contains an invalid argument/i;
/** The order of parts to drop where nobody says what is refused. */
const leastNeeded: readonly Part[] = ['structured', 'effort', 'temperature'];

const partsByParameter: readonly (readonly [Part, RegExp])[] = [
  ['cacheMarks', /prompt_cache/],
  ['effort', /^(?:reasoning(?:_effort|\.effort)?|output_config\.effort|thinking)\b/],
  ['structured', /^(?:response_format|output_config|output_format|text\.format)\b/],
  ['temperature', /^temperature$/],
  ['tokenLimit', /^max_(?:completion_)?tokens$/],
];

/** Most servers name the parameter in the sentence only. A wrong guess costs one refused call. */
const partsByText: readonly (readonly [Part, RegExp])[] = [
  ['cacheMarks', /\bprompt_cache/i],
  ['effort', /\boutput_config\.effort\b/i],
  [
    'structured',
    /response_format|response_schema|json_schema|json_object|output_config|output_format|structured output|json mode|\bschema\b|\bgrammar\b/i,
  ],
  ['temperature', /\btemperature\b/i],
  ['effort', /\breasoning[_. ]effort\b|\beffort\b|\bthinking\b/i],
  ['tokenLimit', /\bmax_(?:completion_)?tokens\b/i],
  ['structured', /^(?!.*(?:image|vision|multimodal|audio|tool|model|role|system)).*(?:not supported|unsupported)/is],
];

/** Some models take a temperature with one effort and none with another. */
type Asked = Pick<ChatRequest, 'model' | 'effort'>;

/** The shape that a server took for a model, so that only a process's first call pays for finding it. */
export class ShapeMemory {
  readonly #shapes = new Map<string, RequestShape>();

  get(baseUrl: string, { model, effort }: Asked): RequestShape | undefined {
    return this.#shapes.get(`${baseUrl} ${effort ?? ''} ${model}`);
  }

  /** Forgets the part that holds for one call. */
  remember(baseUrl: string, { model, effort }: Asked, { headroomTokens: _, ...shape }: RequestShape): void {
    this.#shapes.set(`${baseUrl} ${effort ?? ''} ${model}`, shape);
  }
}

/** Shared by the process, because each run makes new providers, which would be refused once more. */
export const processShapes = new ShapeMemory();
