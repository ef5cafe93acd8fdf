import type { CriterionText } from '../../benchmark/benchmark';
import { capitalized } from '../../text/countWords';

/** The six teaching principles after Allison and Tharby, in the paper's order. */
export const principles = ['challenge', 'explanation', 'modelling', 'practice', 'questioning', 'feedback'] as const;
export type Principle = (typeof principles)[number];

/** Working definitions, to follow the principle's name in a sentence. */
export const principleMeanings: Readonly<Record<Principle, string>> = {
  challenge: 'ask for a little more than the student has managed so far, without losing them',
  explanation: 'make clear what an idea means or why a procedure works',
  modelling: 'think aloud through a case as someone experienced would, for the student to take as an example',
  practice: 'give the student a suitable task of the same kind to try alone',
  questioning: 'put a question that gets the student to reason and to say the reasoning aloud',
  feedback: 'say what the student’s work shows so far, and which step would bring it further',
};

export const criterionLevels = ['general', ...principles] as const;
export type CriterionLevel = (typeof criterionLevels)[number];

export const levelTitles = Object.fromEntries(criterionLevels.map((level) => [level, capitalized(level)])) as Readonly<
  Record<CriterionLevel, string>
>;

/** `text` continues “The reply …”. */
type Criterion = Readonly<Record<'id' | 'title' | 'text', string>> & { readonly level: CriterionLevel };

/** The paper gives only the structure (4 general, 3 per principle). This project wrote the texts. */
export const criteriaVersion = 'kmp-criteria-v2';

const judgeTexts: Readonly<Record<CriterionLevel, readonly (readonly [title: string, text: string])[]>> = {
  general: [
    ['Correct mathematics', 'is mathematically correct and contains nothing that misleads'],
    ['Fits the situation', 'fits the dialogue so far, the persona of the tutor and the profile of this student'],
    ['Clear language', 'is clear, and its language suits the grade'],
    ['Follows the instruction', 'does what the instruction asks for in this turn and keeps the student involved'],
  ],
  challenge: [
    ['Just above', 'sets a demand slightly above what the student has shown so far'],
    ['Goes deeper', 'deepens or extends the idea rather than offering more of the same'],
    ['Thinking stays with the student', 'leaves the thinking to the student and still offers something to hold on to'],
  ],
  explanation: [
    ['Says why', 'says why something is so, and not only how it is done'],
    ['Ties new to known', 'connects what is new to what the student knows, with a fitting example or picture'],
    ['Meets the unclear point', 'deals with the very point that is unclear, in portions that can be followed'],
  ],
  modelling: [
    ['Thinking made visible', 'makes each step visible together with the thought behind it'],
    ['Pattern to carry over', 'shows a pattern that can be carried over to other problems'],
    ['Hands over', 'leads over to a try of the student’s own: a task or question that is left for the student'],
  ],
  practice: [
    ['Sound task', 'poses a well-formed task that exercises the intended skill'],
    ['Fitting difficulty', 'chooses a suitable difficulty and a suitable variation'],
    ['Own work and check', 'leaves work to the student alone, and a way to check the result'],
  ],
  questioning: [
    [
      'Purposeful and open',
      'asks a question with a purpose that the student has to think about; a narrow one that leads to the next step counts, and of ' +
        'two such questions the more open one is better',
    ],
    ['Brings out reasoning', 'gets the student to show their reasoning'],
    ['Manageable', 'asks one thing at a time, built on what the student said last'],
  ],
  feedback: [
    ['Specific', 'is specific about what is right and what is not'],
    ['Next step', 'gives a next step that the student can act on'],
    ['Constructive', 'is constructive and leaves the correction to the student where that is possible'],
  ],
};

/** General criteria first, then the principles in the paper's order. Ids look like `questioning.1`. */
export const criteria: readonly Criterion[] = criterionLevels.flatMap((level) =>
  judgeTexts[level].map(([title, text], index) => ({ id: `${level}.${index + 1}`, level, title, text })),
);

export const criterionIds: readonly string[] = criteria.map(({ id }) => id);

export const overallId = 'overall';

export function criteriaOfLevel(level: CriterionLevel): readonly Criterion[] {
  return criteria.filter((criterion) => criterion.level === level);
}

export function applicableCriteria(targeted: readonly Principle[]): readonly string[] {
  return criteria
    .filter(({ level }) => level === 'general' || targeted.some((principle) => principle === level))
    .map(({ id }) => id);
}

export function criterionText(criterionId: string): CriterionText | undefined {
  if (criterionId === overallId)
    return { text: 'The reply as a whole, against the reference reply', tags: ['Overall'] };
  const criterion = criteria.find(({ id }) => id === criterionId);
  if (criterion === undefined) return undefined;
  const { level, title, text } = criterion;
  return { text: `${title}: ${text}`, tags: [levelTitles[level]] };
}
