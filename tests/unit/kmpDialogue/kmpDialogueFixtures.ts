import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import { kmpDialogue } from '../../../src/core/benchmarks/kmpDialogue/definition';
import { idsToDecide } from '../../../src/core/benchmarks/kmpDialogue/judges';
import type { KmpDialogueSample } from '../../../src/core/benchmarks/kmpDialogue/samples';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import type { Dialogue } from '../../../src/core/benchmark/dialogue';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';

/** A valid record; `fields` replaces members. */
export function kmpSample(fields: Partial<KmpDialogueSample> = {}): KmpDialogueSample {
  return {
    system: 'kmpbench',
    task: 'dialogue',
    id: 'secret-id',
    title: 'secret title',
    grade: '4',
    domain: 'fractions',
    seedId: 'secret seed',
    persona: 'patient, likes drawings',
    studentProfile: 'counts pieces, forgets their size',
    objective: 'compare unit fractions',
    principles: ['questioning'],
    instructions: 'Ask one question that lets Mia discover how the size of a piece changes.',
    history: [
      { role: 'tutor', content: 'Which is more pizza, 1/3 or 1/5? {{persona}}' },
      { role: 'student', content: '1/5, because 5 is more than 3.' },
    ],
    referenceReply: 'Secret reference: who gets the larger slice, and how do you know?',
    criteriaNotes: { 'questioning.1': 'secret note on pizzas', 'general.3': 'secret note on words' },
    ...fields,
  };
}

/** A finished dialogue with this one visible reply. */
export function dialogueWith(reply: string, status: Dialogue['status'] = 'complete'): Dialogue {
  return {
    plan: { system: '', opening: [], studentTurns: [], decoding: { maxOutputTokens: 1 }, warnings: [] },
    replies: [{ turn: 1, raw: reply, visible: reply, finish: 'stop' }],
    status,
  };
}

export type Labels = Readonly<Record<string, 'win' | 'tie' | 'lose' | null>>;

/** What one judge said by criterion id; null stands for an unscored verdict, an id that is left out for none at all. */
export function verdictsOf(labels: Labels, judge = 'preference'): readonly Verdict[] {
  return Object.entries(labels).map(([criterionId, label]): Verdict =>
    label === null
      ? { judge, unit: 'pair', criterionId, status: 'unscored', problem: 'unreadable' }
      : { judge, unit: 'pair', criterionId, status: 'ok', label },
  );
}

/** A result with one trial for each set of labels; 'noReply' is a trial without a reply. */
export function resultWith(
  sample: KmpDialogueSample,
  ...trials: readonly (Labels | 'noReply')[]
): SampleResult<KmpDialogueSample> {
  return {
    sample,
    repeats: trials.map((labels, repeat) => ({
      repeat,
      dialogue: labels === 'noReply' ? dialogueWith('', 'noReply') : dialogueWith('A reply.'),
      verdicts: labels === 'noReply' ? [] : verdictsOf(labels),
    })),
  };
}

/** The same label on everything that the sample's judge decides. */
export function allLabels(sample: KmpDialogueSample, label: 'win' | 'tie' | 'lose'): Labels {
  return Object.fromEntries(idsToDecide(sample).map((id) => [id, label]));
}

const starterPath = fileURLToPath(new URL('../../../starter-sets/kmp-dialogue.jsonl', import.meta.url));

/** The samples that ship; throws when the file is missing or a record is not in shape. */
export function starterSamples(): readonly KmpDialogueSample[] {
  if (!existsSync(starterPath)) throw new Error('starter-sets/kmp-dialogue.jsonl is not there.');
  const importer = kmpDialogue.ownImporter;
  if (importer === undefined) throw new Error('The benchmark has no reader for its own files.');
  const result = importSamples(readFileSync(starterPath, 'utf8'), 'kmp-dialogue.jsonl', [importer]);
  if (result.kind === 'refused') throw new Error(result.reason);
  if (result.problems.length > 0) throw new Error(JSON.stringify(result.problems[0]));
  return result.samples;
}
