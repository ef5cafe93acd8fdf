// @ts-check

/**
 * One limit that a measurement holds or does not; `words` say number and limit.
 *
 * @typedef {{ readonly held: boolean, readonly words: string }} Bound
 */

/**
 * What a measurement returns: a table, its head (empty where none is given), and the limits that it was held to.
 *
 * @typedef {{ readonly rows: readonly (readonly string[])[], readonly head?: readonly string[],
 *   readonly bounds?: readonly Bound[] }} Measured
 */

/**
 * The line that says whether a limit is held.
 *
 * @param {Bound} bound
 * @returns {string}
 */
export function boundText({ held, words }) {
  return `- ${words}: ${held ? 'held' : 'missed'}`;
}

/**
 * A measurement as a table in Markdown, its bounds below.
 *
 * @param {string} title
 * @param {Measured} measured
 * @param {string} where the day and the machine, as tables of several days and machines stand beside each other
 * @param {string | undefined} loadBefore load average before it began
 * @returns {string}
 */
export function measurementText(title, { rows, head, bounds = [] }, where, loadBefore) {
  const columns = head ?? ['', ''];
  const load = [`${where}${loadBefore === undefined ? '' : `; load average before: ${loadBefore}`}`];
  const table = [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  const notes = [...bounds.map(boundText), ...load.map((words) => `- ${words}`)];
  return `\n## ${title}\n\n${table.join('\n')}\n${notes.map((note) => `\n${note}`).join('')}\n`;
}

/**
 * Tables of two columns with the same first column, side by side.
 *
 * @param {readonly { readonly title: string, readonly rows: readonly (readonly [string, string])[] }[]} columns
 * @returns {Measured}
 */
export function sideBySide(columns) {
  const labels = columns[0]?.rows.map(([label]) => label) ?? [];
  return {
    head: ['', ...columns.map(({ title }) => title)],
    rows: labels.map((label, index) => [label, ...columns.map(({ rows }) => rows[index]?.[1] ?? '')]),
  };
}
