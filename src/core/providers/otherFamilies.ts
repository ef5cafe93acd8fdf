import type { Effort } from './modelParameters';
import {
  familyRow,
  rate,
  ratesOf,
  until,
  type ModelFamily,
  type ModelPrice,
  type ModelRow,
  type Rates,
} from './modelRow';

const toHigh: readonly Effort[] = ['low', 'medium', 'high'];
const always = { reasons: true, efforts: toHigh } as const;

const gemini = { images: true, contextTokens: 1_048_576, maxOutputTokens: 65_536 };
const fromMinimal = { reasons: true, efforts: ['minimal', ...toHigh] } as const;
const medium = { defaultEffort: 'medium' } as const;
/** From Gemini 3.6 on a temperature is ignored. */
const noTemperature = { temperature: 'never' } as const;
const google = 'ai.google.dev, 2026-11';
const ending2026 = changing('2027-01-01', ratesOf(0.75, 0.075, 3.75), ratesOf(1.5, 0.15, 7.5));
const endingNovember = changing('2026-12-01', ratesOf(2, 0.2, 10), ratesOf(4, 0.2, 20));

function changing(from: string, before: Rates, after: Rates): { readonly price: ModelPrice } {
  return { price: { ...before, change: { from, ...after } } };
}

/** Gemini through its endpoint that is compatible with OpenAI's. 2.5 counts its reasoning in budgets that efforts stand for. */
export const googleFamilies: readonly ModelFamily[] = [
  familyRow('gemini-4-argon*', 'Gemini 4 Argon', google, gemini, always, medium, noTemperature, endingNovember),
  familyRow('gemini-4-carbon*', 'Gemini 4 Carbon', google, gemini, always, noTemperature, endingNovember),
  familyRow(
    'gemini-4-hydrogen*',
    'Gemini 4 Hydrogen',
    google,
    gemini,
    { reasons: true, efforts: [...toHigh, 'xhigh'], defaultEffort: 'high' },
    noTemperature,
    rate(1.5, undefined, 7.5),
  ),
  familyRow(
    'gemini-3.8-flash* gemini-3.7-flash*',
    'Gemini 3.8 Flash',
    google,
    gemini,
    always,
    medium,
    noTemperature,
    ending2026,
  ),
  familyRow('gemini-3.6-flash*', 'Gemini 3.6 Flash', google, gemini, fromMinimal, medium, noTemperature, ending2026),
  familyRow(
    'gemini-3.5-flash-lite*',
    'Gemini 3.5 Flash-Lite',
    google,
    gemini,
    fromMinimal,
    { defaultEffort: 'minimal' },
    noTemperature,
    rate(0.3, 0.03, 2.5),
  ),
  familyRow('gemini-3.5-flash*', 'Gemini 3.5 Flash', google, gemini, fromMinimal, medium, rate(1.5, 0.15, 9)),
  familyRow(
    'gemini-3.1-flash-lite*',
    'Gemini 3.1 Flash-Lite',
    google,
    gemini,
    fromMinimal,
    { defaultEffort: 'minimal' },
    rate(0.25, 0.025, 1.5),
    until('2027-05-07'),
  ),
  familyRow(
    'gemini-3.1-pro*',
    'Gemini 3.1 Pro',
    google,
    gemini,
    always,
    { defaultEffort: 'high' },
    {
      price: { ...ratesOf(2, 0.2, 12), long: { above: 200_000, ...ratesOf(4, 0.4, 18) } },
    },
  ),
  familyRow(
    'gemini-3-flash*',
    'Gemini 3 Flash',
    google,
    gemini,
    fromMinimal,
    { defaultEffort: 'high' },
    rate(0.5, 0.05, 3),
  ),
  familyRow('gemini-2.5-pro*', 'Gemini 2.5 Pro', google, gemini, fromMinimal, until('2026-12-01'), {
    price: { ...ratesOf(1.25, 0.125, 10), long: { above: 200_000, ...ratesOf(2.5, 0.25, 15) } },
  }),
  familyRow(
    'gemini-2.5-flash-lite*',
    'Gemini 2.5 Flash-Lite',
    google,
    gemini,
    { reasons: false, efforts: ['none', 'minimal', ...toHigh], defaultEffort: 'none' },
    rate(0.1, 0.01, 0.4),
  ),
  familyRow(
    'gemini-2.5-flash*',
    'Gemini 2.5 Flash',
    google,
    gemini,
    { reasons: true, efforts: ['none', 'minimal', ...toHigh] },
    rate(0.3, 0.03, 2.5),
    until('2026-12-01'),
  ),
  familyRow('gemini-2.0-flash*', 'Gemini 2.0 Flash', google, { images: true, reasons: false }, until('2026-06-01')),
  familyRow('gemini-3-pro-preview', 'Gemini 3 Pro', google, gemini, { reasons: true }, until('2026-03-09')),
];

const mistral = 'AI SDK mistral 4.0.87, 2026-11-13; genai-prices 0.1.8';
const noneOrHigh = { efforts: ['none', 'high'], contextTokens: 262_144, images: true } as const;
const instruct = { reasons: false, efforts: [], contextTokens: 262_144, images: true } as const;

export const mistralFamilies: readonly ModelFamily[] = [
  familyRow('mistral-small-2603 mistral-small-latest', 'Mistral Small 4', mistral, noneOrHigh, rate(0.15, 0.015, 0.6)),
  familyRow(
    'mistral-medium-3-5 mistral-medium-2604 mistral-medium-latest',
    'Mistral Medium 3.5',
    mistral,
    noneOrHigh,
    rate(1.5, 0.15, 7.5),
  ),
  // The list price: the end of a sale at half of it is unknown. Sources differ on its context; this is the smaller one.
  familyRow(
    'mistral-large-4*',
    'Mistral Large 4',
    'whatmodel and Vercel, 2026-10',
    always,
    { defaultEffort: 'high', contextTokens: 524_288, images: true },
    rate(1.36, undefined, 4.18),
  ),
  familyRow('mistral-large-2512 mistral-large-latest', 'Mistral Large 3', mistral, instruct, rate(0.5, 0.05, 1.5)),
  familyRow('mistral-large-2411', 'Mistral Large 2', mistral, { reasons: false }, until('2026-05-31')),
  familyRow('ministral-3b* ministral-3-3b*', 'Ministral 3 3B', mistral, instruct, rate(0.1, 0.01, 0.1)),
  familyRow('ministral-8b* ministral-3-8b*', 'Ministral 3 8B', mistral, instruct, rate(0.15, 0.015, 0.15)),
  familyRow('ministral-14b* ministral-3-14b*', 'Ministral 3 14B', mistral, instruct, rate(0.2, 0.02, 0.2)),
  familyRow('magistral-medium-2506', 'Magistral Medium', mistral, { reasons: true }, until('2025-11-30')),
  familyRow('magistral-medium*', 'Magistral Medium', mistral, { efforts: ['none', 'high'] }, rate(2, undefined, 5)),
  // Also on servers of one's own, where it reasons unless told otherwise.
  familyRow(
    'magistral*',
    'Magistral Small',
    mistral,
    { reasons: true, efforts: ['none', 'high'], openWeights: true },
    rate(0.5, undefined, 1.5),
  ),
  familyRow('zai-glm-5*', 'GLM 5 at Mistral', mistral, {
    reasons: true,
    efforts: ['low', 'high', 'max'],
    defaultEffort: 'max',
    images: false,
  }),
  familyRow('codestral* voxtral*', 'Codestral, Voxtral', mistral, { reasons: false, efforts: [], images: false }),
];

const deepseek = 'api-docs.deepseek.com, 2026-10';
// A temperature is ignored while it thinks.
const deepseekV4: Partial<ModelRow> = {
  reasons: true,
  efforts: ['low', 'high', 'max'],
  defaultEffort: 'high',
  temperature: 'withoutReasoning',
  contextTokens: 1_000_000,
  maxOutputTokens: 384_000,
};

/** At the prices of working hours, from 01 to 04 and from 06 to 10 UTC; all others are half of them. */
export const deepseekFamilies: readonly ModelFamily[] = [
  familyRow(
    'deepseek-flash deepseek-v4-flash*',
    'DeepSeek V4.1 Flash',
    deepseek,
    deepseekV4,
    { images: true },
    rate(0.3, 0.006, 1.2),
  ),
  familyRow('deepseek-v4-pro*', 'DeepSeek V4 Pro', deepseek, deepseekV4, { images: false }, rate(1.32, 0.044, 3.96)),
];

const xai = 'docs.x.ai, 2026-09';
const grok = { reasons: true, efforts: toHigh, defaultEffort: 'high', images: true, contextTokens: 500_000 } as const;
const doubled = {
  price: { ...ratesOf(2, 0.5, 6), long: { above: 199_999, ...ratesOf(4, 1, 12) } },
};

export const xaiFamilies: readonly ModelFamily[] = [
  familyRow('grok-4.7*', 'Grok 4.7', xai, grok, doubled),
  familyRow('grok-4.6*', 'Grok 4.6', xai, grok, { efforts: [...toHigh, 'xhigh'] }, doubled),
  familyRow('grok-4.5*', 'Grok 4.5', xai, grok, doubled),
  familyRow(
    'grok-4.3*',
    'Grok 4.3',
    xai,
    { efforts: ['none'], images: true, contextTokens: 1_000_000 },
    {
      price: { ...ratesOf(1.25, 0.2, 2.5), long: { above: 199_999, ...ratesOf(2.5, 0.4, 5) } },
    },
  ),
  familyRow('grok-4.20-reasoning*', 'Grok 4.20', xai, { reasons: true, efforts: [] }),
  familyRow('grok-4.20-non-reasoning*', 'Grok 4.20', xai, { reasons: false, efforts: [] }),
  familyRow(
    'grok-3* grok-4-0709 grok-4-fast* grok-4-1-fast* grok-code-fast-1',
    'Grok 3 and 4',
    xai,
    until('2026-05-15'),
  ),
];

const cards = 'model cards and servers’ own pages, 2026';
const thinks = { reasons: true, openWeights: true };
/** Off unless the server is told to switch it on. */
const off = { reasons: false, openWeights: true };

/** Models with open weights, as Ollama, LM Studio, llama.cpp and vLLM name them. */
export const openFamilies: readonly ModelFamily[] = [
  familyRow('gpt-oss*', 'gpt-oss', cards, thinks, { efforts: toHigh, defaultEffort: 'medium' }),
  familyRow('deepseek-r1*', 'DeepSeek R1', cards, thinks),
  familyRow('deepseek-v3.*', 'DeepSeek V3.1', cards, off),
  familyRow('qwen3*instruct-2507* qwen3*coder*', 'Qwen3 Instruct', cards, off),
  familyRow('qwen3* qwen-3*', 'Qwen3', cards, thinks),
  familyRow('qwq*', 'QwQ', cards, thinks),
  familyRow('glm-4.5* glm-4.6* glm-4.7* glm-4.8* glm-4.9* glm-5*', 'GLM 4.5 and later', cards, thinks),
  familyRow('kimi-k2*thinking*', 'Kimi K2 Thinking', cards, thinks),
  familyRow('minimax-m2*', 'MiniMax M2', cards, thinks),
  familyRow('phi-4*reasoning* phi4*reasoning*', 'Phi-4 reasoning', cards, thinks),
  familyRow('gemma-4* gemma4*', 'Gemma 4', cards, off),
  familyRow('granite-3.* granite3.*', 'Granite 3', cards, off),
  familyRow('*nemotron*', 'Nemotron', cards, { openWeights: true }),
  familyRow('*llama* gemma* mistral-7b* mixtral* mistral mistral-nemo* phi*', 'Llama, Gemma, Mistral, Phi', cards, off),
];
