import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../../src/core/providers/provider';
import { fallbackShape, type RequestShape, type ShapeChoices } from '../../../src/core/providers/requestShape';
import type { StatusFailure } from '../../../src/core/providers/sdkFailure';

describe('fallbackShape', () => {
  const full: RequestShape = { structured: 'schema', tokenLimit: 'max_tokens', temperature: true, effort: true };
  const choices: ShapeChoices = {
    structured: ['schema', 'object', 'none'],
    tokenLimits: ['max_completion_tokens', 'max_tokens'],
  };
  const request: ChatRequest = {
    model: 'm',
    system: '',
    messages: [],
    temperature: 0,
    effort: 'low',
    maxOutputTokens: 4096,
    schema: { name: 's', json: { type: 'object' } },
    repeat: 0,
    simulation: { seed: '', run: () => '' },
  };
  const object: RequestShape = { ...full, structured: 'object' };
  const cool: RequestShape = { ...full, temperature: false };
  const idle: RequestShape = { ...full, effort: false };
  const marked: RequestShape = { ...full, cacheMarks: true };
  const renamed: RequestShape = { ...full, tokenLimit: 'max_completion_tokens' };

  it.each<[string, Partial<StatusFailure>, RequestShape | undefined]>([
    ['OpenAI names response_format', { param: 'response_format', code: 'unsupported_value' }, object],
    ['OpenAI names a part of it', { param: 'response_format.json_schema', text: 'temperature' }, object],
    ['OpenAI names temperature', { param: 'temperature', code: 'unsupported_value', text: 'schema' }, cool],
    ['OpenAI names max_tokens', { param: 'max_tokens', code: 'unsupported_parameter' }, renamed],
    ['OpenAI names something else', { param: 'messages[0].content', text: 'bad schema' }, undefined],
    ['a code of another kind', { code: 'context_length_exceeded', text: 'schema and temperature' }, undefined],
    ['an unknown model', { status: 404, code: 'model_not_found', text: 'no model schema-7b' }, undefined],
    ['Anthropic names temperature', { text: 'temperature: Extra inputs are not permitted' }, cool],
    ['Anthropic names output_config', { text: 'output_config.format: not supported by this model' }, object],
    ['a proxy without param', { code: 'invalid_request_body', text: "Unsupported parameter: 'max_tokens'." }, renamed],
    ['vLLM, with the status as code', { code: '400', text: 'guided JSON: invalid grammar' }, object],
    ['a plain "not supported"', { text: 'This feature is not supported' }, object],
    ['images that are not supported', { text: 'image input is not supported' }, undefined],
    ['422 without a word', { status: 422 }, object],
    ['404 without a word', { status: 404 }, undefined],
    ['OpenAI names a cache mark', { param: 'messages[0].content[0].prompt_cache_breakpoint' }, undefined],
    ['OpenAI names the effort', { param: 'reasoning_effort', code: 'unsupported_value' }, idle],
    ['a gateway names the effort', { text: "Unsupported value: 'reasoning_effort' does not support 'none'" }, idle],
    ['Anthropic names the effort', { text: 'output_config.effort: not supported by this model' }, idle],
    [
      'OpenRouter finds nobody who takes the parameters',
      { status: 404, text: 'No endpoints found that can handle the requested parameters.' },
      object,
    ],
    ['Gemini names nothing', { text: 'Request contains an invalid argument.' }, object],
    ['Groq could not write the JSON', { code: 'json_validate_failed', text: 'Failed to generate JSON.' }, object],
    [
      'OpenAI tells the most tokens',
      {
        param: 'max_tokens',
        code: 'invalid_value',
        text: 'max_tokens is too large: 4096. This model supports at most 1024 completion tokens',
      },
      { ...full, mostTokens: 1024 },
    ],
    [
      'Anthropic tells the most tokens',
      { text: 'max_tokens: 4096 > 2048, which is the maximum' },
      { ...full, mostTokens: 2048 },
    ],
    [
      'vLLM tells what the context leaves',
      { text: "This model's maximum context length is 4096 tokens and your request has 1200 input tokens" },
      { ...full, headroomTokens: 2896 },
    ],
    [
      'an older vLLM tells what the messages take',
      {
        text: "This model's maximum context length is 4096 tokens. However, you requested 5120 tokens (1024 in the messages, 4096 in the completion).",
      },
      { ...full, headroomTokens: 3072 },
    ],
    [
      'a context that leaves no room for a reply',
      { text: 'maximum context length is 4096 tokens and your request has 4000 input tokens' },
      undefined,
    ],
    ['a most that is more than was asked', { text: 'max_tokens: 9000 > 8000' }, undefined],
    ['a system prompt that is refused', { param: 'messages[0].role', code: 'unsupported_value' }, undefined],
    ['a server error', { status: 500, param: 'response_format' }, undefined],
  ])('%s', (_, failure, expected) => {
    expect(fallbackShape(full, { kind: 'status', status: 400, ...failure }, request, choices)).toEqual(expected);
  });

  it.each<[string, Partial<StatusFailure>]>([
    ['by name', { param: 'messages[0].content[0].prompt_cache_breakpoint', code: 'unknown_parameter' }],
    ['in a sentence', { text: 'Unrecognized request argument supplied: prompt_cache_options' }],
  ])('does without marks for a cache that are refused %s', (_, failure) => {
    const next = fallbackShape(marked, { kind: 'status', status: 400, ...failure }, request, choices);
    expect(next).toEqual({ ...full, cacheMarks: false });
  });

  it('never gives up a part that was not sent', () => {
    const bare: ChatRequest = { ...request, temperature: undefined, schema: undefined, effort: undefined };
    for (const param of ['temperature', 'response_format', 'reasoning_effort']) {
      expect(fallbackShape(full, { kind: 'status', status: 400, param }, bare, choices)).toBeUndefined();
    }
    expect(fallbackShape(full, { kind: 'status', status: 422 }, bare, choices)).toBeUndefined();
  });

  it('ends with the last choice', () => {
    const last: RequestShape = { structured: 'none', tokenLimit: 'max_tokens', temperature: false, effort: false };
    const only: ShapeChoices = { structured: ['schema', 'none'], tokenLimits: ['max_tokens'] };
    for (const param of ['temperature', 'response_format', 'max_tokens']) {
      expect(fallbackShape(last, { kind: 'status', status: 400, param }, request, only)).toBeUndefined();
    }
  });
});
