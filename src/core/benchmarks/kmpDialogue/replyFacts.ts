import type { Dialogue } from '../../dialogue/dialogue';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { principleTitles, type Principle } from '../kmpbench/principles';
import type { ProtocolPolicy } from '../protocolPolicy';
import { otherSide, sideOfReply } from './preference';
import { replySignals, type ReplySignals } from './replySignals';
import type { KmpDialogueSample } from './samples';

interface Fact {
  readonly label: string;
  readonly value: string;
}

/** What a person who reviews a case needs beside it; the reference reply is what the tutor is compared with. */
export function kmpDialogueFacts(sample: KmpDialogueSample): readonly Fact[] {
  return [
    { label: 'Reference reply', value: sample.referenceReply },
    ...(sample.referenceSolution === undefined ? [] : [{ label: 'Worked solution', value: sample.referenceSolution }]),
    { label: 'Principles', value: sample.principles.map((id) => principleTitles[id]).join(', ') },
    { label: 'Instruction', value: sample.instructions },
    { label: 'Persona', value: sample.persona },
    { label: 'Student', value: sample.studentProfile },
    { label: 'Objective', value: sample.objective },
    { label: 'Grade', value: sample.grade ?? '' },
  ];
}

/**
 * On which side the judge saw the reply (its reasons speak of A and B), lengths, and tags of the error taxonomy as far as
 * rules can tell them: they never change a score.
 */
export function kmpDialogueReplyFacts(
  sample: KmpDialogueSample,
  { replies }: Dialogue,
  { bothOrders }: ProtocolPolicy,
): readonly Fact[] {
  const reply = replies.at(-1)?.visible ?? '';
  if (reply === '') return [];
  const side = sideOfReply(sample);
  const signals = replySignals(reply);
  const tags = errorTags(sample, reply, signals);
  return [
    {
      label: 'This reply in the judge’s words',
      value: bothOrders ? `Reply ${side}; with the sides swapped reply ${otherSide(side)}` : `Reply ${side}`,
    },
    { label: 'Words', value: `${signals.words} (reference: ${replySignals(sample.referenceReply).words})` },
    ...(tags.length === 0 ? [] : [{ label: 'Possible faults (found by rules, not scored)', value: tags.join('; ') }]),
  ];
}

/** What shows at least a trace of a principle, kept wide: a tag is only worth a look where nothing at all was found. */
const traces: Readonly<Record<Principle, (signals: ReplySignals) => boolean>> = {
  challenge: ({ extends: further, open, questions, task }) => further || open > 0 || task || questions.length > 0,
  // A reply of some length may explain in words that no list has.
  explanation: ({ reasons, example, pattern, words }) => reasons > 0 || example || pattern || words >= 40,
  modelling: ({ thinksAloud, orderedSteps, equalities, handsOver }) =>
    thinksAloud > 0 || orderedSteps > 0 || equalities > 0 || handsOver,
  practice: ({ questions, task, nextStep, handsOver, selfCheck, numbers }) =>
    questions.length > 0 || task || nextStep || handsOver || selfCheck || numbers.size > 0,
  questioning: ({ questions }) => questions.length > 0,
  feedback: ({ affirmation, denial, doubt, nextStep, quotes }) => affirmation || denial || doubt || nextStep || quotes,
};

function errorTags(sample: KmpDialogueSample, reply: string, signals: ReplySignals): readonly string[] {
  const wrong = equalitiesIn(reply).find(({ holds }) => !holds);
  const missing = sample.principles.filter((principle) => !traces[principle](signals));
  return [
    ...(wrong === undefined ? [] : [`factual_error: “${wrong.shown}” does not hold`]),
    ...missing.map((principle) => `missing_principle: no trace of ${principleTitles[principle]} found`),
    ...(sample.principles.includes('questioning') && signals.questions.length > 0 && signals.open === 0
      ? ['vague_questioning: no open question found']
      : []),
    ...(signals.offence ? ['tone_or_level_mismatch: a demeaning word'] : []),
  ];
}
