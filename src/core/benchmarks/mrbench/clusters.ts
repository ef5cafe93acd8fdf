import { bareWords } from '../../benchmark/judging/replyText';
import { sha256 } from '../../text/sha256';
import type { MrSample, MrTurn } from './samples';

/** A dialogue's name from its words: 16 hexadecimal digits. Ignores blanks, case and punctuation. */
function dialogueKey(history: readonly MrTurn[]): string {
  const turns = history.map(({ role, content }) => `${role} ${bareWords(content.normalize('NFKC'))}`);
  return sha256(turns.join('\n')).slice(0, 16);
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
