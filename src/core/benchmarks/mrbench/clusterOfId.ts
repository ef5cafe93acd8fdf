import { dialogueKey } from './embedded/replyKey';
import type { MrSample } from './samples';

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
