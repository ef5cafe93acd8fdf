import { importSamples } from '../../src/core/benchmark/importing/recognizeFile';
import { dialogueKey, textKey } from '../../src/core/benchmarks/mrbench/replyKey';
import { importMrBench } from '../../src/core/benchmarks/mrbench/importMrBench';
import { dimensionIds, type DimensionId, type MrLabel } from '../../src/core/benchmarks/mrbench/labels';
import type { MrSample, MrTurn } from '../../src/core/benchmarks/mrbench/samples';
import { bareWords } from '../../src/core/benchmark/judging/replyText';

/** One distinct pair of dialogue and reply, with the labels on which all its releases agree. */
export interface LabelledReply {
  /** From the dialogue's words and the reply's letters, so that replies that differ in a comma stay separate. */
  readonly key: string;
  readonly history: readonly MrTurn[];
  readonly reply: string;
  readonly solution: string | undefined;
  readonly source: MrSample['source'];
  /** Who wrote it, for statistics by kind of tutor; never a feature. */
  readonly tutors: readonly string[];
  /** Number of its problem: no two replies to one problem have different ones. */
  readonly group: number;
  readonly labels: Readonly<Partial<Record<DimensionId, MrLabel>>>;
}

export interface GatheredReplies {
  readonly replies: readonly LabelledReply[];
  readonly groups: number;
  /** Labels left out because releases, or two dialogues of one release, disagree about the same reply. */
  readonly disagreements: Readonly<Record<DimensionId, number>>;
}

interface Entry {
  readonly sample: MrSample;
  readonly tutor: string;
  readonly labels: Readonly<Partial<Record<DimensionId, MrLabel>>>;
}

/** The labelled replies of MRBench's releases, in order of their keys. Throws for a text that is no such release. */
export function gatherReplies(files: readonly { readonly name: string; readonly text: string }[]): GatheredReplies {
  const samples = files.flatMap(({ name, text }) => {
    const result = importSamples(text, name, [importMrBench]);
    if (result.kind === 'refused') throw new Error(result.reason);
    return result.samples;
  });
  const solutions = new Map<string, string>();
  for (const { history, groundTruthSolution } of samples) {
    if (groundTruthSolution !== undefined) solutions.set(dialogueKey(history), groundTruthSolution);
  }
  const groupOf = problemGroups(samples);
  const entries = new Map<string, Entry[]>();
  for (const sample of samples) {
    for (const [tutor, { response, labels }] of Object.entries(sample.references)) {
      if (response === '' || Object.keys(labels).length === 0) continue;
      const key = writtenKey(sample.history, response);
      entries.set(key, [...(entries.get(key) ?? []), { sample, tutor, labels }]);
    }
  }
  const disagreements = Object.fromEntries(dimensionIds.map((id) => [id, 0])) as Record<DimensionId, number>;
  const replies = [...entries.keys()].sort().flatMap((key) => {
    const same = entries.get(key) ?? [];
    const [first] = same;
    if (first === undefined) return [];
    const labels: Partial<Record<DimensionId, MrLabel>> = {};
    for (const dimension of dimensionIds) {
      const given = new Set(same.flatMap((entry) => entry.labels[dimension] ?? []));
      if (given.size > 1) disagreements[dimension] += 1;
      const [label] = given;
      if (given.size === 1) labels[dimension] = label;
    }
    const { history, source } = first.sample;
    const reply = first.sample.references[first.tutor]?.response ?? '';
    const tutors = [...new Set(same.map(({ tutor }) => tutor))].sort();
    const solution = solutions.get(dialogueKey(history));
    return [{ key, history, reply, solution, source, tutors, group: groupOf(first.sample), labels }];
  });
  const names = [...new Set(replies.map(({ group }) => group))];
  const number = new Map(names.map((name, index) => [name, index]));
  return {
    replies: replies.map((reply) => ({ ...reply, group: number.get(reply.group) ?? 0 })),
    groups: names.length,
    disagreements,
  };
}

function writtenKey(history: readonly MrTurn[], reply: string): string {
  return textKey(`${dialogueKey(history)}\n${reply.trim()}`);
}

/**
 * Numbers the problems. Dialogues share a problem if their ids agree without the suffix or in the number of the
 * MathDial question at the start. Equal words of the problem in the first turn, or of the whole dialogue, count, too.
 */
function problemGroups(samples: readonly MrSample[]): (sample: MrSample) => number {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    const parent = parents.get(name) ?? name;
    return parent === name ? name : rootOf(parent);
  };
  for (const sample of samples) {
    const [first, ...others] = namesOf(sample).map(rootOf);
    for (const other of others) if (first !== undefined && other !== first) parents.set(other, first);
  }
  const roots = new Map(
    [...new Set(samples.map((sample) => rootOf(namesOf(sample)[0] ?? '')))].sort().map((root, index) => [root, index]),
  );
  return (sample) => roots.get(rootOf(namesOf(sample)[0] ?? '')) ?? -1;
}

/** Words of a first turn that are enough to tell a problem from a greeting. */
const statesProblem = 80;

function namesOf({ id, source, history }: MrSample): readonly string[] {
  const bare = id.replace(/_\d+$/, '');
  const opening = bareWords(history[0]?.content ?? '');
  return [
    `id ${bare}`,
    ...(source === 'MathDial' ? [`question ${bare.split('-')[0] ?? ''}`] : []),
    ...(opening.length >= statesProblem ? [`opening ${opening}`] : []),
    `dialogue ${dialogueKey(history)}`,
  ];
}
