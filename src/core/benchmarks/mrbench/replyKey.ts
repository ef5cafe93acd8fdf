import { bareWords } from '../../benchmark/judging/replyText';
import { sha256 } from '../../text/sha256';
import { readableText } from '../../benchmark/judging/readableText';
import type { MrSample, MrTurn } from './samples';

/** A name for a dialogue by its words: 16 hexadecimal digits. Blanks, case and punctuation do not count. */
export function dialogueKey(history: readonly MrTurn[]): string {
  return textKey(history.map(({ role, content }) => `${role} ${bareWords(content.normalize('NFKC'))}`).join('\n'));
}

/** A reply that was typed anew, with other blanks, case, punctuation, markup or invisible characters, is the same. */
export function replyKey(history: readonly MrTurn[], reply: string): string {
  const read = readableText(reply);
  // Ligatures, wide letters and letters put together of parts are the same words, too.
  const words = bareWords(read.normalize('NFKC'));
  return textKey(`${dialogueKey(history)}\n${words === '' ? read.trim() : words}`);
}

export function textKey(text: string): string {
  return sha256(text).slice(0, 16);
}

/** The problem that a dialogue of the releases is about: the question in a MathDial id, else the id without the number of its record. */
export function clusterOfId(id: string): string {
  const [, question] = /^(\d+)-/.exec(id) ?? [];
  return question === undefined ? id.replace(/_\d+$/, '') : `question ${question}`;
}

const clusters = new WeakMap<MrSample, string>();

/** What the records of a sample file are alike by: the question in a MathDial id, else the dialogue itself. Reads a dialogue once. */
export function clusterOf(sample: MrSample): string {
  const { source, id, history } = sample;
  if (source === 'MathDial' && /^\d+-/.test(id)) return clusterOfId(id);
  let cluster = clusters.get(sample);
  if (cluster === undefined) clusters.set(sample, (cluster = `dialogue ${dialogueKey(history)}`));
  return cluster;
}
