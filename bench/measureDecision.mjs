// @ts-check
import path from 'node:path';
import { benchFolder } from './benchFolder.mjs';
import { timedProcess } from './timedProcess.mjs';

/** Tutor and judge, without reasoning. */
const models = ['openai:gpt-6.1-terra', 'anthropic:claude-sonnet-5-5'];

/**
 * @typedef {object} Taken
 * @property {{ readonly tutor: number, readonly judge: number }} calls
 * @property {number} input
 * @property {number} output
 * @property {number} cacheable
 * @property {number} usd
 * @property {number} cachedUsd
 * @typedef {{ readonly title: string, readonly full: Taken, readonly aimed: Taken, readonly together: Taken,
 *   readonly orders: {
 *     readonly input: number, readonly present: number[], readonly conversationFirst: number[] } }} Row
 */

/**
 * What one decision takes: one evaluation of each starter set against a stored baseline. Nothing is sent.
 *
 * @param {string} program
 * @param {string} [sets]
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureDecision(program, sets = path.join(benchFolder, 'starter-sets')) {
  const [one, other] = await Promise.all(models.map((model) => measured(program, sets, model)));
  const rows = (one?.rows ?? []).flatMap((row, index) =>
    variants.map(([words, key]) => tableRow(words, row, key, other?.rows[index])),
  );
  return {
    head: ['', 'calls', 'input', 'readable from a cache', 'output', ...models.map((model) => `${model}`)],
    rows,
  };
}

/**
 * Input of the judge calls where a token that is read from a cache counts a tenth, in the present order and with the
 * conversation first.
 *
 * @param {string} program
 * @param {string} [sets]
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureOrders(program, sets = path.join(benchFolder, 'starter-sets')) {
  const { leasts, rows } = await measured(program, sets, models[0] ?? '');
  return {
    head: ['a cache takes starts of at least so many tokens:', ...leasts.map((least) => least.toLocaleString('en'))],
    rows: rows.flatMap(({ title, orders: { input, present, conversationFirst } }) => [
      [`${title}, ${thousands(input)} tokens: present order`, ...present.map(thousands)],
      [`${title}: conversation first`, ...conversationFirst.map(thousands)],
    ]),
  };
}

/** @type {readonly (readonly [string, 'full' | 'aimed' | 'together'])[]} */
const variants = [
  ['all judges', 'full'],
  ['targets only', 'aimed'],
  ['one call for all', 'together'],
];

/**
 * @param {string} words
 * @param {Row} row
 * @param {'full' | 'aimed' | 'together'} key
 * @param {Row | undefined} other
 * @returns {readonly string[]}
 */
function tableRow(words, row, key, other) {
  const { calls, input, cacheable, output } = row[key];
  const isSame = key !== 'full' && calls.judge === row.full.calls.judge;
  if (isSame) return [`${row.title}, ${words}`, 'the same', '', '', '', ''];
  return [
    `${row.title}, ${words}`,
    (calls.tutor + calls.judge).toLocaleString('en'),
    ...[input, cacheable, output].map(thousands),
    ...[row[key], other?.[key]].map((taken) => (taken === undefined ? '' : dollars(taken))),
  ];
}

/** @param {Taken} taken */
function dollars({ usd, cachedUsd }) {
  return `$${usd.toFixed(2)}, $${cachedUsd.toFixed(2)} with every read`;
}

/** @param {number} tokens */
function thousands(tokens) {
  return tokens === 0 ? '0' : `${Math.round(tokens / 1_000).toLocaleString('en')}k`;
}

/**
 * @param {string} program
 * @param {string} sets
 * @param {string} model
 * @returns {Promise<{ readonly leasts: readonly number[], readonly rows: readonly Row[] }>}
 */
async function measured(program, sets, model) {
  const { code, out } = await timedProcess([program, sets, model]);
  if (code !== 0) throw new Error(`The program that estimates a decision ended with ${code}.`);
  return JSON.parse(out);
}
