import type { Effort } from '../prompt/modelParameters';
import type { ModelPrice, ModelRow, Rates } from './modelRow';

type ModelFamily = Readonly<ModelRow> & { readonly family: string; readonly source: string };

/** The maker of a model; its prices hold at the vendor's own addresses. */
export type Vendor = keyof typeof builtInFamilies;

type Facts = Partial<ModelRow>;

/** Rows of one source: names separated by blanks, a title, and facts. Later facts win. */
function families(source: string, rows: readonly (readonly [string, string, ...Facts[]])[]): readonly ModelFamily[] {
  return rows.map(([models, family, ...facts]) =>
    facts.reduce<ModelFamily>((row, one) => ({ ...row, ...one }), { models: models.split(' '), family, source }),
  );
}

const from = (source: string) => ({ source });
const until = (shutdown: string): Facts => ({ shutdown });
const byDefault = (defaultEffort: Effort): Facts => ({ defaultEffort });
const takes = (efforts: readonly Effort[], defaultEffort?: Effort): Facts =>
  defaultEffort === undefined ? { efforts } : { efforts, defaultEffort };

type PriceOf<Price> = (input: number, cachedInput: number | undefined, output: number, cacheWrite?: number) => Price;

const rates: PriceOf<Rates> = (input, cachedInput, output, cacheWrite) => ({ input, cachedInput, cacheWrite, output });
const rate: PriceOf<Facts> = (...all) => ({ price: rates(...all) });
const longer = (before: Rates, above: number, beyond: Rates): Facts => ({
  price: { ...before, long: { above, ...beyond } },
});
const changing = (before: ModelPrice, day: string, after: Rates): Facts => ({
  price: { ...before, change: { from: day, ...after } },
});
/** From GPT-5.4 on, a call above 272,000 input tokens pays twice for input and 1.5 times for output. */
const tieredPrice: PriceOf<ModelPrice> = (input, cachedInput, output, cacheWrite) => {
  const twice = (one?: number): number | undefined => (one === undefined ? undefined : 2 * one);
  const long = rates(2 * input, twice(cachedInput), 1.5 * output, twice(cacheWrite));
  return { ...rates(input, cachedInput, output, cacheWrite), long: { above: 272_000, ...long } };
};
const tiered: PriceOf<Facts> = (...all) => ({ price: tieredPrice(...all) });

const toHigh: readonly Effort[] = ['low', 'medium', 'high'];
const toXhigh: readonly Effort[] = [...toHigh, 'xhigh'];
const toMax: readonly Effort[] = [...toXhigh, 'max'];
const fromMinimal: readonly Effort[] = ['minimal', ...toHigh];
const takesToHigh = takes(['none', ...toHigh]);

const sees: Facts = { images: true };
const blind: Facts = { images: false };
const reasons: Facts = { reasons: true };
const plain: Facts = { reasons: false, efforts: [] };
const always: Facts = { reasons: true, efforts: toHigh };
const noTemperature: Facts = { temperature: 'never' };
const coldReasoning: Facts = { temperature: 'withoutReasoning' };

const large: Facts = { images: true, contextTokens: 1_050_000, maxOutputTokens: 128_000 };
const middle: Facts = { ...large, contextTokens: 400_000 };
const sol: Facts = { reasons: true, ...noTemperature };
/** Reasons unless effort is `none`. */
const usually: Facts = { reasons: true, ...takes(['none', ...toMax], 'medium'), ...coldReasoning };
/** Reasons only at an explicit effort. */
const onRequest: Facts = { reasons: false, ...takes(['none', ...toXhigh], 'none'), ...coldReasoning };
const gpt5: Facts = { ...middle, ...sol, ...takes(fromMinimal, 'medium') };
const oSeries: Facts = { ...sol, ...takes(toHigh, 'medium'), contextTokens: 200_000, maxOutputTokens: 100_000 };
const astra62 = tiered(8, undefined, 40, 10);
const gpt55: Facts = { efforts: ['none', ...toXhigh], contextTokens: 1_000_000 };
const gpt5Pro: Facts = { ...sol, ...takes(['high'], 'high'), images: true, contextTokens: 400_000 };
const xhighMedium = takes(toXhigh, 'medium');
const sol56 = changing(tieredPrice(4, 0.4, 20, 5), '2026-11-22', tieredPrice(5, 0.5, 30, 6.25));
const gpt4: Facts = { ...plain, temperature: 'always' };

const page = 'OpenAI model page';
const genaiPrices = 'genai-prices 0.1.8, 2026-09-23';
const openAiSdk = 'openai SDK 7.57.0, 2026-11-13';
const shutdownPage = 'copy of the shutdown page, 2026-10-28';
const genai = from(genaiPrices);
const pageAndGenai = from(`${page}; ${genaiPrices}`);
const sdk = from(openAiSdk);
const terra61 = from('apidog after the model page, 2026-10-26');
const closing = from(`${openAiSdk}; prices: ${genaiPrices}`);

/** OpenAI's guide, 2026-09: caches from 1,024 tokens. From GPT-5.6 on a write costs 1.25 times, at marks only. */
function withCache(row: ModelFamily): ModelFamily {
  const { cachedInput, cacheWrite } = row.price ?? {};
  if (cachedInput === undefined && cacheWrite === undefined) return row;
  return { ...row, leastCached: 1_024, ...(cacheWrite === undefined ? {} : { cacheMarks: true }) };
}

/** OpenAI's models, newest first. Closed models with a price stay, for reports on old runs. */
const openai = families(`${openAiSdk}; list price of 2025`, [
  // The default of 6.2 is unknown, and so is the price of Astra's cached input.
  ['gpt-6.2-sol', 'GPT-6.2 Sol', large, sol, takes(toMax), tiered(2, 0.1, 10, 2.5), from(`${page}, 2026-11-19`)],
  ['gpt-6.2-astra', 'GPT-6.2 Astra', large, sol, takes(toMax), astra62, from('apidog, 2026-11-18')],
  // Sources differ on whether Chat Completions takes `max`.
  ['gpt-6.1-sol', 'GPT-6.1 Sol', large, sol, xhighMedium, tiered(2, 0.1, 10, 2.5), from(`${page}, 2026-09-30`)],
  ['gpt-6.1-terra', 'GPT-6.1 Terra', large, usually, tiered(1, 0.05, 5, 1.25), terra61],
  ['gpt-6-luna', 'GPT-6 Luna', large, usually, tiered(0.1, 0.01, 0.5, 0.125), from(`${page}, 2026-10`)],
  ['gpt-6-sol', 'GPT-6 Sol', large, usually, tiered(2, 0.2, 10, 2.5), genai],
  ['gpt-6-astra', 'GPT-6 Astra', large, sol, xhighMedium, tiered(10, 1, 50, 12.5), pageAndGenai],
  // A lower price was promised until 2026-11-21. The price since is unknown, so the higher list price counts.
  ['gpt-5.6-sol gpt-5.6', 'GPT-5.6 Sol', large, usually, sol56, from(`${genaiPrices}; laozhang, 2026-09-24`)],
  ['gpt-5.6-terra', 'GPT-5.6 Terra', large, usually, tiered(2, 0.2, 12, 2.5), genai],
  ['gpt-5.6-luna', 'GPT-5.6 Luna', large, usually, tiered(0.2, 0.02, 1.2, 0.25), genai],
  ['gpt-5.5', 'GPT-5.5', large, usually, gpt55, tiered(5, 0.5, 30), genai],
  ['gpt-5.5-pro gpt-5.4-pro', 'GPT-5.5 Pro', sol, sees, tiered(30, undefined, 180), genai],
  ['gpt-5.4', 'GPT-5.4', large, onRequest, tiered(2.5, 0.25, 15), pageAndGenai],
  ['gpt-5.4-mini', 'GPT-5.4 mini', middle, onRequest, rate(0.75, 0.075, 4.5), pageAndGenai],
  ['gpt-5.4-nano', 'GPT-5.4 nano', middle, onRequest, rate(0.2, 0.02, 1.25), until('2027-04-01'), closing],
  ['gpt-5.2', 'GPT-5.2', middle, onRequest, rate(1.75, 0.175, 14), genai],
  ['gpt-5.2-pro', 'GPT-5.2 Pro', sol, sees, takes(['medium', 'high', 'xhigh']), genai],
  ['gpt-5.1', 'GPT-5.1', middle, onRequest, takesToHigh, rate(1.25, 0.125, 10), until('2027-04-01'), closing],
  ['gpt-5-pro', 'GPT-5 Pro', gpt5Pro, until('2026-12-11'), from(`${openAiSdk}; ${shutdownPage}`)],
  ['gpt-5', 'GPT-5', gpt5, rate(1.25, 0.125, 10), until('2026-12-11'), closing],
  ['gpt-5-mini', 'GPT-5 mini', gpt5, rate(0.25, 0.025, 2), until('2026-12-11'), closing],
  ['gpt-5-nano', 'GPT-5 nano', gpt5, rate(0.05, 0.005, 0.4), until('2026-12-11'), closing],
  ['o3', 'o3', oSeries, sees, rate(2, 0.5, 8), until('2026-12-11'), closing],
  ['o3-pro', 'o3 Pro', oSeries, until('2026-12-11'), from(shutdownPage)],
  ['o3-mini', 'o3-mini', oSeries, blind, rate(1.1, 0.55, 4.4), until('2026-10-23')],
  ['o4-mini', 'o4-mini', oSeries, sees, rate(1.1, 0.275, 4.4), until('2026-10-23')],
  ['o1', 'o1', oSeries, sees, until('2026-10-23')],
  ['o1-mini o1-preview', 'o1 preview', oSeries, blind, sdk],
  ['gpt-4.1', 'GPT-4.1', gpt4, sees, rate(2, 0.5, 8), until('2027-01-14'), closing],
  ['gpt-4.1-mini', 'GPT-4.1 mini', gpt4, sees, rate(0.4, 0.1, 1.6), until('2027-01-14'), closing],
  ['gpt-4.1-nano', 'GPT-4.1 nano', gpt4, sees, rate(0.1, 0.025, 0.4), until('2026-10-23')],
  ['gpt-4o-2024-05-13', 'GPT-4o of May 2024', gpt4, sees, rate(5, undefined, 15), until('2026-10-23')],
  ['gpt-4o', 'GPT-4o', gpt4, sees, rate(2.5, 1.25, 10), until('2027-01-14'), closing],
  ['gpt-4o-mini', 'GPT-4o mini', gpt4, sees, rate(0.15, 0.075, 0.6), until('2027-01-14'), closing],
  ['gpt-4 gpt-4-32k', 'GPT-4', gpt4, blind, until('2026-10-23')],
  ['gpt-3.5-turbo', 'GPT-3.5', gpt4, blind, until('2026-10-23')],
  ['davinci* babbage*', 'GPT-3', gpt4, blind, sdk],
  ['gpt-4* gpt-3.5*', 'GPT-4 and older', gpt4, sdk],
]).map(withCache);

const claude: Facts = { images: true, contextTokens: 1_000_000, maxOutputTokens: 128_000 };
const smallClaude: Facts = { images: true, contextTokens: 200_000, maxOutputTokens: 64_000 };
const thinking: Facts = { reasons: true, ...takes(toMax, 'high'), ...noTemperature };
/** Thinks unless told not to, which effort `none` does. */
const mayThink: Facts = { ...thinking, efforts: ['none', ...toMax] };
/** Thinks only with a thinking budget, which no effort sets. */
const budgeted: Facts = { ...mayThink, reasons: false };
const claude46: Facts = { ...claude, ...budgeted, ...coldReasoning, efforts: ['none', ...toHigh, 'max'] };
const claude45: Facts = { ...smallClaude, ...coldReasoning, ...plain };
const sonnet55 = changing(rates(2, 0.2, 10, 2.5), '2026-10-07', rates(2, 0.1, 10, 2.5));
const haiku55 = longer(rates(0.1, 0.01, 0.5, 0.125), 100_000, rates(0.5, 0.05, 2.5, 0.625));
const sonnet45 = longer(rates(3, 0.3, 15, 3.75), 200_000, rates(6, 0.6, 22.5, 7.5));
const claudePages = 'platform.claude.com, 2026-10';
const caches = (leastCached: number): Facts => ({ leastCached });
const laozhang = from('laozhang, 2026-11-10');
const sdkAndPages = from(`Anthropic SDK 1.12.0, 2026-11-20; ${claudePages}`);

/**
 * Anthropic's models, newest first. The cache write is the five-minute kind requested here. No source gives the least
 * start for Sonnet 5.5 and Haiku 5.5, so they have that of the version before. Temperature rules follow API version
 * 2023-06-01; the version in use refuses temperature for all.
 */
const anthropic = families(claudePages, [
  ['claude-fable-5-2', 'Claude Fable 5.2', claude, thinking, caches(512), rate(8, 0.2, 40, 10), laozhang],
  ['claude-fable-5-1', 'Claude Fable 5.1', claude, thinking, caches(512), rate(10, 0.25, 50, 12.5)],
  ['claude-fable-5', 'Claude Fable 5', claude, thinking, caches(512), rate(10, 1, 50, 12.5)],
  ['claude-mythos-*', 'Claude Mythos', claude, thinking, caches(512)],
  ['claude-opus-5-5', 'Claude Opus 5.5', claude, thinking, byDefault('medium'), caches(512), rate(4, 0.2, 20, 5)],
  ['claude-sonnet-5-5', 'Claude Sonnet 5.5', claude, mayThink, caches(1_024), sonnet55],
  ['claude-haiku-5-5', 'Claude Haiku 5.5', claude, mayThink, byDefault('medium'), caches(4_096), haiku55],
  ['claude-opus-5', 'Claude Opus 5', claude, mayThink, caches(512), rate(5, 0.5, 25, 6.25)],
  ['claude-sonnet-5', 'Claude Sonnet 5', claude, mayThink, caches(1_024), rate(2, 0.2, 10, 2.5)],
  ['claude-opus-4-8', 'Claude Opus 4.8', claude, budgeted, caches(1_024), rate(5, 0.5, 25, 6.25)],
  ['claude-opus-4-7', 'Claude Opus 4.7', claude, budgeted, caches(2_048), rate(5, 0.5, 25, 6.25)],
  ['claude-opus-4-6', 'Claude Opus 4.6', claude46, caches(4_096), rate(5, 0.5, 25, 6.25)],
  ['claude-sonnet-4-6', 'Claude Sonnet 4.6', claude46, caches(1_024), rate(3, 0.3, 15, 3.75)],
  ['claude-opus-4-5', 'Claude Opus 4.5', claude46, smallClaude, takesToHigh, caches(4_096), rate(5, 0.5, 25, 6.25)],
  // These two refuse any effort.
  ['claude-sonnet-4-5', 'Claude Sonnet 4.5', claude45, until('2026-11-30'), caches(1_024), sonnet45, sdkAndPages],
  ['claude-haiku-4-5', 'Claude Haiku 4.5', claude45, caches(4_096), rate(1, 0.1, 5, 1.25)],
]);

const gemini: Facts = { images: true, contextTokens: 1_048_576, maxOutputTokens: 65_536 };
/** From Gemini 3.6 on a temperature is ignored. */
const gemini4: Facts = { ...gemini, ...always, ...noTemperature };
const gemini3: Facts = { ...gemini, reasons: true, efforts: fromMinimal };
const flash25 = takes(['none', ...fromMinimal]);
const lite31: Facts = { ...gemini3, defaultEffort: 'minimal' };
const untilNovember = changing(rates(2, 0.2, 10), '2026-12-01', rates(4, 0.2, 20));
const pro31 = longer(rates(2, 0.2, 12), 200_000, rates(4, 0.4, 18));
const pro25 = longer(rates(1.25, 0.125, 10), 200_000, rates(2.5, 0.25, 15));
const lite25 = takes(['none', ...fromMinimal], 'none');
const until2027 = changing(rates(0.75, 0.075, 3.75), '2027-01-01', rates(1.5, 0.15, 7.5));

/** Gemini through its OpenAI-compatible endpoint. 2.5 reasons in budgets that efforts stand for. */
const google = families('ai.google.dev, 2026-11', [
  ['gemini-4-argon*', 'Gemini 4 Argon', gemini4, byDefault('medium'), untilNovember],
  ['gemini-4-carbon*', 'Gemini 4 Carbon', gemini4, untilNovember],
  ['gemini-4-hydrogen*', 'Gemini 4 Hydrogen', gemini4, takes(toXhigh, 'high'), rate(1.5, undefined, 7.5)],
  ['gemini-3.8-flash* gemini-3.7-flash*', 'Gemini 3.8 Flash', gemini4, byDefault('medium'), until2027],
  ['gemini-3.6-flash*', 'Gemini 3.6 Flash', gemini4, takes(fromMinimal, 'medium'), until2027],
  ['gemini-3.5-flash-lite*', 'Gemini 3.5 Flash-Lite', gemini4, takes(fromMinimal, 'minimal'), rate(0.3, 0.03, 2.5)],
  ['gemini-3.5-flash*', 'Gemini 3.5 Flash', gemini3, byDefault('medium'), rate(1.5, 0.15, 9)],
  ['gemini-3.1-flash-lite*', 'Gemini 3.1 Flash-Lite', lite31, rate(0.25, 0.025, 1.5), until('2027-05-07')],
  ['gemini-3.1-pro*', 'Gemini 3.1 Pro', gemini, always, byDefault('high'), pro31],
  ['gemini-3-flash*', 'Gemini 3 Flash', gemini3, byDefault('high'), rate(0.5, 0.05, 3)],
  ['gemini-2.5-pro*', 'Gemini 2.5 Pro', gemini3, until('2026-12-01'), pro25],
  ['gemini-2.5-flash-lite*', 'Gemini 2.5 Flash-Lite', gemini, plain, lite25, rate(0.1, 0.01, 0.4)],
  ['gemini-2.5-flash*', 'Gemini 2.5 Flash', gemini3, flash25, rate(0.3, 0.03, 2.5), until('2026-12-01')],
]);

const noneOrHigh = takes(['none', 'high']);
const small4: Facts = { ...noneOrHigh, contextTokens: 262_144, images: true };
const instruct: Facts = { ...plain, contextTokens: 262_144, images: true };
const large4: Facts = { ...always, defaultEffort: 'high', contextTokens: 524_288, images: true };

const mistral = families('AI SDK mistral 4.0.87, 2026-11-13; genai-prices 0.1.8', [
  ['mistral-small-2603 mistral-small-latest', 'Mistral Small 4', small4, rate(0.15, 0.015, 0.6)],
  ['mistral-medium-3-5 mistral-medium-2604 mistral-medium-latest', 'Mistral Medium 3.5', small4, rate(1.5, 0.15, 7.5)],
  // The list price; a half-price sale has no known end. Of two published contexts this is the smaller.
  ['mistral-large-4*', 'Mistral Large 4', large4, rate(1.36, undefined, 4.18), from('whatmodel and Vercel, 2026-10')],
  ['mistral-large-2512 mistral-large-latest', 'Mistral Large 3', instruct, rate(0.5, 0.05, 1.5)],
  ['ministral-3b* ministral-3-3b*', 'Ministral 3 3B', instruct, rate(0.1, 0.01, 0.1)],
  ['ministral-8b* ministral-3-8b*', 'Ministral 3 8B', instruct, rate(0.15, 0.015, 0.15)],
  ['ministral-14b* ministral-3-14b*', 'Ministral 3 14B', instruct, rate(0.2, 0.02, 0.2)],
  ['magistral-medium*', 'Magistral Medium', noneOrHigh, rate(2, undefined, 5)],
  // Also runs on private servers, where it reasons unless told otherwise.
  ['magistral*', 'Magistral Small', reasons, noneOrHigh, { openWeights: true }, rate(0.5, undefined, 1.5)],
  ['zai-glm-5*', 'GLM 5 at Mistral', reasons, takes(['low', 'high', 'max'], 'max'), blind],
  ['codestral* voxtral*', 'Codestral, Voxtral', plain, blind],
]);

/** A temperature is ignored while it thinks. */
const longContext: Facts = { contextTokens: 1_000_000, maxOutputTokens: 384_000 };
const deepseekV4: Facts = { reasons: true, ...takes(['low', 'high', 'max'], 'high'), ...coldReasoning, ...longContext };

/** Prices of working hours, 01 to 04 and 06 to 10 UTC; other hours cost half. */
const deepseek = families('api-docs.deepseek.com, 2026-10', [
  ['deepseek-flash deepseek-v4-flash*', 'DeepSeek V4.1 Flash', deepseekV4, sees, rate(0.3, 0.006, 1.2)],
  ['deepseek-v4-pro*', 'DeepSeek V4 Pro', deepseekV4, blind, rate(1.32, 0.044, 3.96)],
]);

const grokPrice = longer(rates(2, 0.5, 6), 199_999, rates(4, 1, 12));
const grok: Facts = { ...always, defaultEffort: 'high', images: true, contextTokens: 500_000, ...grokPrice };
const grok43 = longer(rates(1.25, 0.2, 2.5), 199_999, rates(2.5, 0.4, 5));

const xai = families('docs.x.ai, 2026-09', [
  ['grok-4.7*', 'Grok 4.7', grok],
  ['grok-4.6*', 'Grok 4.6', grok, takes(toXhigh)],
  ['grok-4.5*', 'Grok 4.5', grok],
  ['grok-4.3*', 'Grok 4.3', takes(['none']), { images: true, contextTokens: 1_000_000 }, grok43],
  ['grok-4.20-reasoning*', 'Grok 4.20', { reasons: true, efforts: [] }],
  ['grok-4.20-non-reasoning*', 'Grok 4.20', plain],
]);

const thinks: Facts = { reasons: true, openWeights: true };
/** Does not reason unless the server switches it on. */
const off: Facts = { reasons: false, openWeights: true };

const open = families('model cards and servers’ own pages, 2026', [
  ['gpt-oss*', 'gpt-oss', thinks, takes(toHigh, 'medium')],
  ['deepseek-r1*', 'DeepSeek R1', thinks],
  ['deepseek-v3.*', 'DeepSeek V3.1', off],
  ['qwen3*instruct-2507* qwen3*coder*', 'Qwen3 Instruct', off],
  ['qwen3* qwen-3*', 'Qwen3', thinks],
  ['qwq*', 'QwQ', thinks],
  ['glm-4.5* glm-4.6* glm-4.7* glm-4.8* glm-4.9* glm-5*', 'GLM 4.5 and later', thinks],
  ['kimi-k2*thinking*', 'Kimi K2 Thinking', thinks],
  ['minimax-m2*', 'MiniMax M2', thinks],
  ['phi-4*reasoning* phi4*reasoning*', 'Phi-4 reasoning', thinks],
  ['gemma-4* gemma4*', 'Gemma 4', off],
  ['granite-3.* granite3.*', 'Granite 3', off],
  ['*nemotron*', 'Nemotron', { openWeights: true }],
  ['*llama* gemma* mistral-7b* mixtral* mistral mistral-nemo* phi*', 'Llama, Gemma, Mistral, Phi', off],
]);

/** Built-in rows by vendor; the first match counts. */
export const builtInFamilies = { openai, anthropic, google, mistral, deepseek, xai, open };
