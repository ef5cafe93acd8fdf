import { bareWords } from '../../benchmark/judging/replyText';
import { sha256 } from '../../text/sha256';
import { readableText } from '../../benchmark/judging/readableText';
import type { MrSample, MrTurn } from './samples';

/** A dialogue's name from its words: 16 hexadecimal digits. Ignores blanks, case and punctuation. */
export function dialogueKey(history: readonly MrTurn[]): string {
  return textKey(history.map(({ role, content }) => `${role} ${bareWords(content.normalize('NFKC'))}`).join('\n'));
}

/** Ignores blanks, case, punctuation, markup and invisible characters, so a retyped reply has the same key. */
export function replyKey(history: readonly MrTurn[], reply: string): string {
  const read = readableText(reply);
  // NFKC also unifies ligatures, wide letters and composed letters.
  const words = bareWords(read.normalize('NFKC'));
  return textKey(`${dialogueKey(history)}\n${words === '' ? read.trim() : words}`);
}

export function textKey(text: string): string {
  return sha256(text).slice(0, 16);
}

const clusters = new WeakMap<MrSample, string>();

/** The cluster of a record: the question in a MathDial id, else the dialogue itself. Reads a dialogue once. */
export function clusterOf(sample: MrSample): string {
  const { source, id, history } = sample;
  const [, question] = /^(\d+)-/.exec(id) ?? [];
  if (source === 'MathDial' && question !== undefined) return `question ${question}`;
  let cluster = clusters.get(sample);
  if (cluster === undefined) clusters.set(sample, (cluster = `dialogue ${dialogueKey(history)}`));
  return cluster;
}
