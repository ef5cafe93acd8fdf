import type { Effort } from './modelParameters';
import { familyRow, rate, ratesOf, until, type ModelFamily } from './modelRow';

const toHigh: readonly Effort[] = ['low', 'medium', 'high'];
const toMax: readonly Effort[] = [...toHigh, 'xhigh', 'max'];
const large = { images: true, contextTokens: 1_000_000, maxOutputTokens: 128_000 };
const small = { images: true, contextTokens: 200_000, maxOutputTokens: 64_000 };
/** Thinks whatever is said. */
const always = { reasons: true, efforts: toMax, defaultEffort: 'high', temperature: 'never' } as const;
/** Thinks unless it is told not to, which effort `none` stands for. */
const usually = { ...always, efforts: ['none', ...toMax] } as const;
/** Thinks only where a thinking budget is asked for, which no effort does. */
const onRequest = { ...usually, reasons: false } as const;
const olderRule = { temperature: 'withoutReasoning' } as const;
const medium = { defaultEffort: 'medium' } as const;

const pages = 'platform.claude.com, 2026-10';

/**
 * Models of Anthropic, the newest first. The price of a cache write is that of five minutes, the kind that is asked for here. The rules
 * of temperature are those of API version 2023-06-01; the version in use refuses it for all of them.
 */
export const anthropicFamilies: readonly ModelFamily[] = [
  familyRow('claude-fable-5-2', 'Claude Fable 5.2', 'laozhang, 2026-11-10', large, always, rate(8, 0.2, 40, 10)),
  familyRow('claude-fable-5-1', 'Claude Fable 5.1', pages, large, always, rate(10, 0.25, 50, 12.5)),
  familyRow('claude-fable-5', 'Claude Fable 5', pages, large, always, rate(10, 1, 50, 12.5)),
  familyRow('claude-mythos-*', 'Claude Mythos', pages, large, always),
  familyRow('claude-opus-5-5', 'Claude Opus 5.5', pages, large, always, medium, rate(4, 0.2, 20, 5)),
  familyRow('claude-sonnet-5-5', 'Claude Sonnet 5.5', pages, large, usually, {
    price: { ...ratesOf(2, 0.2, 10, 2.5), change: { from: '2026-10-07', ...ratesOf(2, 0.1, 10, 2.5) } },
  }),
  familyRow('claude-haiku-5-5', 'Claude Haiku 5.5', pages, large, usually, medium, {
    price: { ...ratesOf(0.1, 0.01, 0.5, 0.125), long: { above: 100_000, ...ratesOf(0.5, 0.05, 2.5, 0.625) } },
  }),
  familyRow('claude-opus-5', 'Claude Opus 5', pages, large, usually, rate(5, 0.5, 25, 6.25)),
  familyRow('claude-sonnet-5', 'Claude Sonnet 5', pages, large, usually, rate(2, 0.2, 10, 2.5)),
  familyRow(
    'claude-opus-4-8 claude-opus-4-7',
    'Claude Opus 4.7 and 4.8',
    pages,
    large,
    onRequest,
    rate(5, 0.5, 25, 6.25),
  ),
  familyRow(
    'claude-opus-4-6',
    'Claude Opus 4.6',
    pages,
    large,
    onRequest,
    olderRule,
    { efforts: ['none', ...toHigh, 'max'] },
    rate(5, 0.5, 25, 6.25),
  ),
  familyRow(
    'claude-sonnet-4-6',
    'Claude Sonnet 4.6',
    pages,
    large,
    onRequest,
    olderRule,
    { efforts: ['none', ...toHigh, 'max'] },
    rate(3, 0.3, 15, 3.75),
  ),
  familyRow(
    'claude-opus-4-5',
    'Claude Opus 4.5',
    pages,
    small,
    onRequest,
    olderRule,
    { efforts: ['none', ...toHigh] },
    rate(5, 0.5, 25, 6.25),
  ),
  // These two refuse any effort.
  familyRow(
    'claude-sonnet-4-5',
    'Claude Sonnet 4.5',
    `Anthropic SDK 1.12.0, 2026-11-20; ${pages}`,
    small,
    olderRule,
    { reasons: false, efforts: [] },
    until('2026-11-30'),
    {
      price: { ...ratesOf(3, 0.3, 15, 3.75), long: { above: 200_000, ...ratesOf(6, 0.6, 22.5, 7.5) } },
    },
  ),
  familyRow(
    'claude-haiku-4-5',
    'Claude Haiku 4.5',
    pages,
    small,
    olderRule,
    { reasons: false, efforts: [] },
    rate(1, 0.1, 5, 1.25),
  ),
  familyRow('claude-opus-4-1*', 'Claude Opus 4.1', pages, until('2026-08-05')),
  familyRow('claude-opus-4-0 claude-opus-4 claude-sonnet-4-0 claude-sonnet-4', 'Claude 4', pages, until('2026-06-15')),
];
