/**
 * Fields of a sample by path without list positions (`criteria[].text`, `references.*.response`). A path covers
 * everything below it; a longer path overrides a shorter one. Every field must be of one kind or the other.
 */
export interface Fields {
  /** What the specification gives to the tutor, or what decides which of it is given. */
  readonly shown: readonly string[];
  /** For shown fields that take certain values only: values to exchange them for. */
  readonly choices?: Readonly<Record<string, readonly unknown[]>>;
  /** What it keeps from the tutor (overview, section 4, rule 4), and what is only for people and lists. */
  readonly hidden: readonly string[];
}

const names = ['system', 'id', 'title'];
const kmpNames = [...names, 'seedId'];

/** The table of every benchmark, after its file of the specification. */
const fields: Readonly<Record<string, Fields>> = {
  guideeval: {
    shown: ['context', 'studentMessage', 'subject', 'language'],
    hidden: [
      ...names,
      ...['state', 'pairId', 'editFlag', 'editType', 'groundTruth', 'gold', 'checks'],
      ...['level', 'dialogueId', 'turnIndex'],
    ],
  },
  mrbench: {
    shown: ['topic', 'history', 'gradeBand'],
    choices: { gradeBand: ['elementary', 'middle'] },
    hidden: [...names, 'source', 'split', 'groundTruthSolution', 'answer', 'references', 'checks'],
  },
  socratesbench: {
    // The task's id is no text of it, but it seeds the persona of a modelled student; with a script it changes nothing.
    shown: ['task', 'script', 'condition', 'theory', 'language'],
    choices: { condition: ['noTheory'], language: ['sv', 'en'] },
    hidden: [
      ...names,
      ...['answer', 'taskId', 'theoryId', 'conversations', 'topic', 'level'],
      ...['theory.id', 'theory.language', 'theory.sanctionedMethods'],
    ],
  },
  'kmp-dialogue': {
    shown: ['persona', 'studentProfile', 'objective', 'principles', 'instructions', 'history', 'grade', 'domain'],
    choices: { principles: [['challenge'], ['practice']] },
    hidden: [...kmpNames, 'task', 'referenceReply', 'referenceSolution', 'criteriaNotes', 'judgedAs'],
  },
  'kmp-skills': {
    shown: [
      'task',
      'problem',
      'studentSteps',
      'seedProblem',
      'seedSolution',
      'requests',
      'grade',
      'domain',
      'questions',
    ],
    choices: {
      task: ['gen_similar', 'gen_followup'],
      requests: [['Make one about a harbour.', 'And one about a farm.']],
    },
    hidden: [
      ...kmpNames,
      ...['source', 'questions[].answer', 'questions[].solution'],
      ...['answer', 'firstErrorStep', 'errorReason', 'solution'],
    ],
  },
  tutorbench: {
    shown: ['useCase', 'modality', 'subject', 'turns'],
    choices: { useCase: ['assessment_feedback', 'active_learning'], modality: ['text', 'multimodal'] },
    hidden: [...names, 'bloom', 'criteria', 'humanRatings'],
  },
};

export function fieldsOf(benchmark: string): Fields {
  const table = fields[benchmark];
  if (table === undefined) throw new Error(`fieldKinds.ts does not say what a tutor may see of ${benchmark}.`);
  return table;
}

/** Whether a path is that of `prefix` or of something inside it. */
export function isBelow(path: string, prefix: string): boolean {
  return path === prefix || (path.startsWith(prefix) && /^[.[]/.test(path.slice(prefix.length)));
}

/** Which kind a path is of, by the longest entry that covers it. */
export function kindOf(path: string, { shown, hidden }: Fields): 'shown' | 'hidden' | undefined {
  const longest = (entries: readonly string[]): number =>
    Math.max(-1, ...entries.filter((entry) => isBelow(path, entry)).map((entry) => entry.length));
  const [asShown, asHidden] = [longest(shown), longest(hidden)];
  if (asShown === asHidden) return undefined;
  return asShown > asHidden ? 'shown' : 'hidden';
}
