import type { Dialogue } from '../../dialogue/dialogue';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { principleTitles } from '../kmpbench/principles';
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
  const side = sideOfReply(sample.id);
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

function errorTags(sample: KmpDialogueSample, reply: string, signals: ReplySignals): readonly string[] {
  const wrong = equalitiesIn(reply).find(({ holds }) => !holds);
  const missing = sample.principles.filter((principle) => {
    if (principle === 'questioning') return signals.questions.length === 0;
    if (principle === 'practice') return signals.questions.length === 0;
    return principle === 'explanation' && signals.reasons === 0 && !signals.example;
  });
  return [
    ...(wrong === undefined ? [] : [`factual_error: “${wrong.shown}” does not hold`]),
    ...missing.map((principle) => `missing_principle: nothing of ${principleTitles[principle]} found`),
    ...(sample.principles.includes('questioning') && signals.questions.length > 0 && signals.open === 0
      ? ['vague_questioning: no open question found']
      : []),
    ...(signals.offence ? ['tone_or_level_mismatch: a demeaning word'] : []),
  ];
}
