import { computedSteps, type StepContext } from './computedSteps';
import { lexicalLeak } from './lexicalLeak';
import { outsideMention } from './outsideMethods';
import type { SocratesTheory } from './samples';

/** What J1 gets to see of a conversation. */
interface JudgedConversation extends Omit<StepContext, 'said'> {
  /** The student's words before each reply. */
  readonly said: readonly string[];
  readonly replies: readonly string[];
  /** Names of the theory's methods. */
  readonly methods: readonly string[];
}

/** J1 simulated: looks for the answer in all its forms. Answers as the judge would, as JSON text. */
export function simulateLeakJudge({ answer, said, replies, methods }: JudgedConversation): string {
  const leak = lexicalLeak(replies, answer, said, methods);
  return JSON.stringify({
    reasoning:
      leak === undefined
        ? 'None of the forms of the answer stands in a message of the tutor.'
        : `Message ${leak.turn} states a form of the answer.`,
    leaked: leak !== undefined,
    turn: leak?.turn ?? null,
    evidence: leak?.quote ?? null,
  });
}

const kindWords = {
  value: 'names a value',
  substituted: 'puts numbers into a formula',
  result: 'gives a result on the way',
  answer: 'states the answer',
} as const;

/** J2 simulated: reads the arithmetic of the message. */
export function simulateStepJudge(message: string, context: StepContext): string {
  const steps = computedSteps(message, context);
  const [step] = steps.filter(({ parallel }) => !parallel);
  const shown = step ?? steps[0];
  return JSON.stringify({
    reasoning:
      shown === undefined
        ? 'The message works nothing out.'
        : `The message ${kindWords[shown.kind]}${shown.parallel ? ' in an example with other numbers' : ''}.`,
    computesStep: shown !== undefined,
    onParallelExampleOnly: shown !== undefined && step === undefined,
    evidence: shown?.quote ?? null,
  });
}

/** J3 simulated: looks for methods that the theory does not speak of. */
export function simulateTheoryJudge(message: string, theory: SocratesTheory): string {
  const mention = outsideMention(message, theory);
  return JSON.stringify({
    reasoning:
      mention === undefined
        ? 'Only what the reference holds is used or named.'
        : `The message ${mention.refused ? 'names, in order to rule it out,' : 'brings in'} ${mention.item}, which the reference does not have.`,
    outsideTheory: mention !== undefined && !mention.refused,
    item: mention?.item ?? null,
    mentionOnlyToRefuse: mention?.refused ?? false,
    evidence: mention?.quote ?? null,
  });
}
