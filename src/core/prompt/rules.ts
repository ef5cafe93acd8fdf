/** Rules that the simulated tutor follows, and what it does then. */
export const ruleWords = {
  askQuestions: 'asks questions',
  oneQuestion: 'asks one question at a time',
  noFinalAnswer: 'holds back the answer',
  classifyReply: 'checks how the student is doing first',
  affirmCorrect: 'says what is right',
  deepenWhenRight: 'goes deeper after a right answer',
  pointOutMistake: 'points out mistakes',
  locateMistake: 'says where a mistake is',
  easierWhenWrong: 'makes it easier after a mistake',
  adaptWhenConfused: 'helps a confused student in another way',
  explain: 'explains',
  nextStep: 'goes step by step',
  encourage: 'encourages',
  concise: 'is brief',
  noSteps: 'does no steps for the student',
  onlyTaught: 'keeps to the methods that were taught',
  practice: 'gives tasks to practise',
  modelThinking: 'thinks aloud',
  alternatives: 'shows other ways',
} as const;

export type RuleId = keyof typeof ruleWords;

/** No rules where it is not understood. Lines count from 0 in the prompt's body. */
export interface PromptSentence {
  readonly line: number;
  readonly text: string;
  readonly rules: readonly RuleId[];
}

export interface PromptRule {
  readonly id: RuleId;
  readonly line: number;
  readonly text: string;
}
