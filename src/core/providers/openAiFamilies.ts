import type { Effort } from './modelParameters';
import { familyRow, rate, ratesOf, until, type ModelFamily, type ModelPrice, type ModelRow } from './modelRow';

/** By the model pages of GPT-5.4 and later, a call with more than 272,000 tokens of input costs twice as much for them, and 1.5 times as much for output. */
function tiered(input: number, cachedInput: number | undefined, output: number, cacheWrite?: number): ModelPrice {
  const twice = (one: number | undefined): number | undefined => (one === undefined ? undefined : 2 * one);
  const long = ratesOf(2 * input, twice(cachedInput), 1.5 * output, twice(cacheWrite));
  return { ...ratesOf(input, cachedInput, output, cacheWrite), long: { above: 272_000, ...long } };
}

const toHigh: readonly Effort[] = ['low', 'medium', 'high'];
const toXhigh: readonly Effort[] = [...toHigh, 'xhigh'];
const toMax: readonly Effort[] = [...toXhigh, 'max'];
const large = { images: true, contextTokens: 1_050_000, maxOutputTokens: 128_000 };
const middle = { ...large, contextTokens: 400_000 };
/** Reasons whatever is said. */
const always = { reasons: true, temperature: 'never' } as const;
/** Reasons unless effort is `none`. */
const usually: Partial<ModelRow> = {
  reasons: true,
  efforts: ['none', ...toMax],
  defaultEffort: 'medium',
  temperature: 'withoutReasoning',
};
/** Reasons only where an effort says so. */
const onRequest: Partial<ModelRow> = {
  reasons: false,
  efforts: ['none', ...toXhigh],
  defaultEffort: 'none',
  temperature: 'withoutReasoning',
};
const gpt5 = { ...middle, ...always, efforts: ['minimal', ...toHigh], defaultEffort: 'medium' } as const;
const oSeries: Partial<ModelRow> = {
  ...always,
  efforts: toHigh,
  defaultEffort: 'medium',
  contextTokens: 200_000,
  maxOutputTokens: 100_000,
};
const plain = { reasons: false, efforts: [], temperature: 'always' } as const;
const seeing = { ...plain, images: true } as const;
const blind = { images: false };

const page = 'OpenAI model page';
const genai = 'genai-prices 0.1.8, 2026-09-23';
const sdk = 'openai SDK 7.57.0, 2026-11-13';
const closing = `${sdk}; prices: ${genai}`;
const closed = `${sdk}; list price of 2025`;

/**
 * Models of OpenAI, the newest first. What has closed keeps its row, so that reports on old runs have their prices. From GPT-5.6 on a
 * cache write costs 1.25 times the input, and nothing more before.
 */
export const openAiFamilies: readonly ModelFamily[] = [
  // The default of 6.2 is unknown, and so is what Astra's cached input costs.
  familyRow(
    'gpt-6.2-sol',
    'GPT-6.2 Sol',
    `${page}, 2026-11-19`,
    large,
    always,
    { efforts: toMax },
    { price: tiered(2, 0.1, 10, 2.5) },
  ),
  familyRow(
    'gpt-6.2-astra',
    'GPT-6.2 Astra',
    'apidog, 2026-11-18',
    large,
    always,
    { efforts: toMax },
    { price: tiered(8, undefined, 40, 10) },
  ),
  // Sources differ on whether Chat Completions takes `max`.
  familyRow(
    'gpt-6.1-sol',
    'GPT-6.1 Sol',
    `${page}, 2026-09-30`,
    large,
    always,
    { efforts: toXhigh, defaultEffort: 'medium' },
    { price: tiered(2, 0.1, 10, 2.5) },
  ),
  familyRow('gpt-6.1-terra', 'GPT-6.1 Terra', 'apidog after the model page, 2026-10-26', large, usually, {
    price: tiered(1, 0.05, 5, 1.25),
  }),
  familyRow('gpt-6-luna', 'GPT-6 Luna', `${page}, 2026-10`, large, usually, { price: tiered(0.1, 0.01, 0.5, 0.125) }),
  familyRow('gpt-6-sol', 'GPT-6 Sol', genai, large, usually, { price: tiered(2, 0.2, 10, 2.5) }),
  familyRow(
    'gpt-6-astra',
    'GPT-6 Astra',
    `${page}; ${genai}`,
    large,
    always,
    { efforts: toXhigh, defaultEffort: 'medium' },
    { price: tiered(10, 1, 50, 12.5) },
  ),
  // The lower price was promised until 2026-11-21. What holds since was not to be found: the list price, which is higher, counts.
  familyRow('gpt-5.6-sol gpt-5.6', 'GPT-5.6 Sol', `${genai}; laozhang, 2026-09-24`, large, usually, {
    price: { ...tiered(4, 0.4, 20, 5), change: { from: '2026-11-22', ...tiered(5, 0.5, 30, 6.25) } },
  }),
  familyRow('gpt-5.6-terra', 'GPT-5.6 Terra', genai, large, usually, { price: tiered(2, 0.2, 12, 2.5) }),
  familyRow('gpt-5.6-luna', 'GPT-5.6 Luna', genai, large, usually, { price: tiered(0.2, 0.02, 1.2, 0.25) }),
  familyRow(
    'gpt-5.5',
    'GPT-5.5',
    genai,
    large,
    usually,
    { efforts: ['none', ...toXhigh], contextTokens: 1_000_000 },
    { price: tiered(5, 0.5, 30) },
  ),
  familyRow('gpt-5.5-pro gpt-5.4-pro', 'GPT-5.5 Pro', genai, always, {
    images: true,
    price: tiered(30, undefined, 180),
  }),
  familyRow('gpt-5.4', 'GPT-5.4', `${page}; ${genai}`, large, onRequest, { price: tiered(2.5, 0.25, 15) }),
  familyRow('gpt-5.4-mini', 'GPT-5.4 mini', `${page}; ${genai}`, middle, onRequest, rate(0.75, 0.075, 4.5)),
  familyRow('gpt-5.4-nano', 'GPT-5.4 nano', closing, middle, onRequest, rate(0.2, 0.02, 1.25), until('2027-04-01')),
  familyRow('gpt-5.2', 'GPT-5.2', genai, middle, onRequest, rate(1.75, 0.175, 14)),
  familyRow('gpt-5.2-pro', 'GPT-5.2 Pro', genai, always, { images: true, efforts: ['medium', 'high', 'xhigh'] }),
  familyRow(
    'gpt-5.1',
    'GPT-5.1',
    closing,
    middle,
    onRequest,
    { efforts: ['none', ...toHigh] },
    rate(1.25, 0.125, 10),
    until('2027-04-01'),
  ),
  familyRow(
    'gpt-5-pro',
    'GPT-5 Pro',
    `${sdk}; copy of the shutdown page, 2026-10-28`,
    always,
    { images: true, efforts: ['high'], defaultEffort: 'high', contextTokens: 400_000 },
    until('2026-12-11'),
  ),
  familyRow('gpt-5', 'GPT-5', closing, gpt5, rate(1.25, 0.125, 10), until('2026-12-11')),
  familyRow('gpt-5-mini', 'GPT-5 mini', closing, gpt5, rate(0.25, 0.025, 2), until('2026-12-11')),
  familyRow('gpt-5-nano', 'GPT-5 nano', closing, gpt5, rate(0.05, 0.005, 0.4), until('2026-12-11')),
  familyRow('gpt-5-chat-latest gpt-5.1-chat-latest', 'GPT-5 Chat', closed, plain, until('2026-07-23')),
  familyRow('gpt-5.2-chat-latest gpt-5.3-chat-latest', 'GPT-5 Chat', closed, plain, until('2026-08-10')),
  familyRow('o3', 'o3', closing, oSeries, { images: true }, rate(2, 0.5, 8), until('2026-12-11')),
  familyRow('o3-pro', 'o3 Pro', 'copy of the shutdown page, 2026-10-28', oSeries, until('2026-12-11')),
  familyRow('o3-mini', 'o3-mini', closed, oSeries, blind, rate(1.1, 0.55, 4.4), until('2026-10-23')),
  familyRow('o4-mini', 'o4-mini', closed, oSeries, { images: true }, rate(1.1, 0.275, 4.4), until('2026-10-23')),
  familyRow('o1', 'o1', closed, oSeries, { images: true }, until('2026-10-23')),
  familyRow('o1-mini o1-preview', 'o1 preview', sdk, oSeries, blind),
  familyRow('gpt-4.1', 'GPT-4.1', closing, seeing, rate(2, 0.5, 8), until('2027-01-14')),
  familyRow('gpt-4.1-mini', 'GPT-4.1 mini', closing, seeing, rate(0.4, 0.1, 1.6), until('2027-01-14')),
  familyRow('gpt-4.1-nano', 'GPT-4.1 nano', closed, seeing, rate(0.1, 0.025, 0.4), until('2026-10-23')),
  familyRow('gpt-4o-2024-05-13', 'GPT-4o of May 2024', closed, seeing, rate(5, undefined, 15), until('2026-10-23')),
  familyRow('gpt-4o', 'GPT-4o', closing, seeing, rate(2.5, 1.25, 10), until('2027-01-14')),
  familyRow('gpt-4o-mini', 'GPT-4o mini', closing, seeing, rate(0.15, 0.075, 0.6), until('2027-01-14')),
  familyRow('gpt-4o-search-preview gpt-4o-mini-search-preview', 'GPT-4o Search', closed, plain, until('2026-07-23')),
  familyRow('gpt-4-turbo gpt-4-1106-preview', 'GPT-4 Turbo', closed, plain, until('2026-10-23')),
  familyRow('gpt-4 gpt-4-32k', 'GPT-4', closed, plain, blind, until('2026-10-23')),
  familyRow('gpt-3.5-turbo-1106', 'GPT-3.5', closed, plain, blind, until('2026-09-28')),
  familyRow('gpt-3.5-turbo', 'GPT-3.5', closed, plain, blind, until('2026-10-23')),
  familyRow('davinci* babbage*', 'GPT-3', sdk, plain, blind),
  familyRow('gpt-4* gpt-3.5*', 'GPT-4 and older', sdk, plain),
];
