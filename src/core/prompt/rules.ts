import { t } from '../text/countWords';

/** Rules that the simulated tutor follows, and what it does then. */
export const ruleWords = {
  askQuestions: t`asks questions`,
  oneQuestion: t`asks one question at a time`,
  noFinalAnswer: t`holds back the answer`,
  classifyReply: t`checks how the student is doing first`,
  affirmCorrect: t`says what is right`,
  deepenWhenRight: t`goes deeper after a right answer`,
  pointOutMistake: t`points out mistakes`,
  locateMistake: t`says where a mistake is`,
  easierWhenWrong: t`makes it easier after a mistake`,
  adaptWhenConfused: t`helps a confused student in another way`,
  explain: t`explains`,
  nextStep: t`goes step by step`,
  encourage: t`encourages`,
  concise: t`is brief`,
  noSteps: t`does no steps for the student`,
  onlyTaught: t`keeps to the methods that were taught`,
  practice: t`gives tasks to practise`,
  modelThinking: t`thinks aloud`,
  alternatives: t`shows other ways`,
} as const;

export type RuleId = keyof typeof ruleWords;

/** No rules where it is not understood. Lines count from 0 in the prompt's body. */
export interface PromptSentence {
  readonly line: number;
  readonly text: string;
  readonly rules: readonly RuleId[];
}
