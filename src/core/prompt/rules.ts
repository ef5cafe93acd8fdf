/** What a line of a prompt can ask of a tutor, as far as the simulated tutor understands it. */
export type RuleId =
  | 'askQuestions'
  | 'oneQuestion'
  | 'noFinalAnswer'
  | 'classifyReply'
  | 'affirmCorrect'
  | 'deepenWhenRight'
  | 'pointOutMistake'
  | 'locateMistake'
  | 'easierWhenWrong'
  | 'adaptWhenConfused'
  | 'explain'
  | 'nextStep'
  | 'encourage'
  | 'concise'
  | 'noSteps'
  | 'onlyTaught'
  | 'practice'
  | 'modelThinking'
  | 'alternatives';

/** A rule found in a prompt. Lines count from 0 in the prompt's body; `endLine` is inclusive. */
export interface PromptRule {
  readonly id: RuleId;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}
