import type { Dialogue } from '../../dialogue/dialogue';
import { sentencesOf } from '../../judging/replyText';
import type { ProtocolPolicy } from '../protocolPolicy';

/** How many sentences the reply has, and whether one was asked for. The paper has no metric of it; it is only recorded. */
export function replyFacts(
  { replies }: Dialogue,
  { oneSentence }: ProtocolPolicy,
): readonly { readonly label: string; readonly value: string }[] {
  const reply = replies[0]?.visible ?? '';
  if (reply === '') return [];
  const count = String(sentencesOf(reply).length);
  return [{ label: 'Sentences in the reply', value: oneSentence ? `${count}, asked for one` : count }];
}
