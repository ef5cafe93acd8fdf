import type { ChatRequest } from './provider';
import type { StatusFailure } from './sdkFailure';

/** How an answer in JSON is asked for: by schema, as any JSON object, or by the prompt's words alone. */
export type StructuredOutput = 'schema' | 'object' | 'none';
export type TokenLimit = 'max_completion_tokens' | 'max_tokens';

/** The parts of a request in which models and compatible servers differ. */
export interface RequestShape {
  readonly structured: StructuredOutput;
  readonly tokenLimit: TokenLimit;
  /** Whether a temperature is sent at all; reasoning models refuse one. */
  readonly temperature: boolean;
}

/** What one API offers to fall back on, best first. */
export interface ShapeChoices {
  readonly structured: readonly StructuredOutput[];
  readonly tokenLimits: readonly TokenLimit[];
}

/** The next shape to try after a refusal, or `undefined` when the refusal is about something else. */
export function fallbackShape(
  shape: RequestShape,
  failure: StatusFailure,
  request: ChatRequest,
  choices: ShapeChoices,
): RequestShape | undefined {
  switch (refusedPart(shape, failure, request)) {
    case 'structured': {
      const structured = choices.structured[choices.structured.indexOf(shape.structured) + 1];
      return structured === undefined ? undefined : { ...shape, structured };
    }
    case 'tokenLimit': {
      const tokenLimit = choices.tokenLimits.find((limit) => limit !== shape.tokenLimit);
      return tokenLimit === undefined ? undefined : { ...shape, tokenLimit };
    }
    case 'temperature':
      return { ...shape, temperature: false };
    case undefined:
      return undefined;
  }
}

type Part = 'structured' | 'tokenLimit' | 'temperature';

const refusalStatuses: ReadonlySet<number> = new Set([400, 404, 422]);
/** Codes that say a request was refused for its form; with any other code the text is not looked at. */
const formCodes: ReadonlySet<string> = new Set([
  'unsupported_parameter',
  'unsupported_value',
  'unknown_parameter',
  'invalid_request_error',
  'invalid_request_body',
  'invalid_value',
  'invalid_type',
  'bad_request',
  'badrequesterror',
]);

function refusedPart(shape: RequestShape, failure: StatusFailure, request: ChatRequest): Part | undefined {
  if (!refusalStatuses.has(failure.status)) return undefined;
  const sent: Record<Part, boolean> = {
    structured: request.schema !== undefined && shape.structured !== 'none',
    tokenLimit: true,
    temperature: request.temperature !== undefined && shape.temperature,
  };
  const { param, code, text } = failure;
  if (param !== undefined && param !== '') {
    const part = partOfParameter(param);
    // OpenAI names `messages` when they lack the word "JSON", without which it makes no JSON object.
    if (part === undefined && param === 'messages' && shape.structured === 'object') return 'structured';
    return part !== undefined && sent[part] ? part : undefined;
  }
  if (code !== undefined && !/^\d+$/.test(code) && !formCodes.has(code.toLowerCase())) return undefined;
  // FastAPI servers answer 422 in a form the SDK drops; the schema is what such a server is likeliest to stumble over.
  if (text === undefined) return failure.status !== 404 && sent.structured ? 'structured' : undefined;
  const part = partInText(text);
  return part !== undefined && sent[part] ? part : undefined;
}

function partOfParameter(param: string): Part | undefined {
  if (/^(response_format|output_config|output_format|text\.format)\b/.test(param)) return 'structured';
  if (param === 'temperature') return 'temperature';
  return param === 'max_tokens' || param === 'max_completion_tokens' ? 'tokenLimit' : undefined;
}

/**
 * Anthropic and most compatible servers name the refused parameter nowhere but in the sentence they send: there is no
 * field for it in their error objects. So here, and only here, the text of a message decides. A wrong guess costs one
 * more refused call, since a shape is only remembered once it has worked.
 */
function partInText(text: string): Part | undefined {
  if (
    /response_format|json_schema|json_object|output_config|output_format|structured output|json mode|\bschema\b|\bgrammar\b/i.test(
      text,
    )
  ) {
    return 'structured';
  }
  if (/\btemperature\b/i.test(text)) return 'temperature';
  if (/\bmax_(completion_)?tokens\b/i.test(text)) return 'tokenLimit';
  const elsewhere = /image|vision|multimodal|audio|tool|model|role|system/i.test(text);
  return /not supported|unsupported/i.test(text) && !elsewhere ? 'structured' : undefined;
}
