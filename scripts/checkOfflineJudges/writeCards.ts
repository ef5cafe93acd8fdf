import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { checkedFiles, statisticsOfPart, judgedLabels } from './checkJudges';
import { offlineCard } from './offlineCard';
import { partTable } from './partTable';

/** `text`: the tables in Markdown. */
export type WrittenCards =
  { readonly kind: 'done'; readonly text: string } | { readonly kind: 'missing'; readonly files: readonly string[] };

/**
 * Measures the offline judges on public labels beside the repository `root`. A day (`YYYY-MM-DD`) adds the held-out
 * part and writes `judges/offlineCards.json`. Without one, nothing is written.
 */
export async function writeCards(root: string, day: string | undefined): Promise<WrittenCards> {
  const missing = checkedFiles.filter((name) => !existsSync(path.join(root, '..', 'shared', 'data', name)));
  if (missing.length > 0) return { kind: 'missing', files: missing.map((name) => `../shared/data/${name}`) };
  const labels = judgedLabels(root);
  const development = `Development part, on which the rules were made:\n\n${partTable(statisticsOfPart(labels, 'development'))}`;
  if (day === undefined) return { kind: 'done', text: development };
  const heldOut = statisticsOfPart(labels, 'held-out');
  const cards = heldOut.map(([one, statistics]) => offlineCard(one, statistics, day));
  const file = path.join(root, 'judges', 'offlineCards.json');
  const options = await resolveConfig(file);
  writeFileSync(file, await format(JSON.stringify({ schemaVersion: 1, cards }), { ...options, parser: 'json' }));
  return { kind: 'done', text: `${development}\n\nHeld-out part:\n\n${partTable(heldOut)}` };
}

/** The cards as they are in the file, unchecked. */
export function writtenCards(root: string): unknown {
  return JSON.parse(readFileSync(path.join(root, 'judges', 'offlineCards.json'), 'utf8'));
}
