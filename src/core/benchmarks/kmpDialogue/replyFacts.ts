import type { Fact } from '../../benchmark/benchmark';
import type { Dialogue } from '../../benchmark/dialogue';
import type { Signals } from '../../simulation/decide';
import type { PreferencePicture } from '../../benchmark/picture';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { SampleResult } from '../../benchmark/sampleResult';
import { criteriaOfLevel, criterionLevels, levelTitles, overallId, type Principle } from './criteria';
import { verdictsOn } from './metrics';
import { countedJudge } from './judges';
import { otherSide, sideOfReply, type Preference } from './preference';
import { readReply, type ReplySignal } from './simulatedJudge';
import type { KmpDialogueSample } from './samples';

/** What a person who reviews a case needs beside it; the reference reply is what the tutor is compared with. */
export function kmpDialogueFacts(sample: KmpDialogueSample): readonly Fact[] {
  return [
    { label: 'Reference reply', value: sample.referenceReply },
    ...(sample.referenceSolution === undefined ? [] : [{ label: 'Worked solution', value: sample.referenceSolution }]),
    { label: 'Principles', value: sample.principles.map((id) => levelTitles[id]).join(', ') },
    { label: 'Instruction', value: sample.instructions },
    { label: 'Persona', value: sample.persona },
    { label: 'Student', value: sample.studentProfile },
    { label: 'Objective', value: sample.objective },
    { label: 'Grade', value: sample.grade ?? '' },
  ];
}

/** On which side the judge saw the reply, as its reasons speak of A and B, lengths, and faults as far as rules can tell them. */
export function kmpDialogueReplyFacts(
  sample: KmpDialogueSample,
  { replies }: Dialogue,
  { bothOrders }: ProtocolPolicy,
): readonly Fact[] {
  const reply = replies.at(-1)?.visible ?? '';
  if (reply === '') return [];
  const side = sideOfReply(sample);
  const { signals, words } = readReply(reply);
  const tags = errorTags(sample, signals);
  return [
    {
      label: 'This reply in the judge’s words',
      value: bothOrders ? `Reply ${side}; with the sides swapped reply ${otherSide(side)}` : `Reply ${side}`,
    },
    { label: 'Words', value: `${words} (reference: ${readReply(sample.referenceReply).words})` },
    ...(tags.length === 0 ? [] : [{ label: 'Possible faults (found by rules, not scored)', value: tags.join('; ') }]),
  ];
}

/** What shows at least a trace of a principle, kept wide: a tag is only worth a look where nothing at all was found. */
const traces: Readonly<Record<Principle, readonly ReplySignal[]>> = {
  challenge: ['extends', 'question'],
  // A reply of some length may explain in words that no list has.
  explanation: ['reason', 'example', 'pattern', 'long'],
  modelling: ['thinksAloud', 'orderedStep', 'equality', 'handsOver'],
  practice: ['question', 'nextStep', 'handsOver', 'selfCheck', 'number'],
  questioning: ['question'],
  feedback: ['affirmation', 'denial', 'doubt', 'nextStep', 'quote'],
};

function errorTags({ principles }: KmpDialogueSample, signals: Signals<ReplySignal>): readonly string[] {
  const { wrongEquality, question, openQuestion, offence } = signals;
  const missing = principles.filter((principle) => traces[principle].every((name) => signals[name] === undefined));
  return [
    ...(wrongEquality === undefined ? [] : [`factual_error: “${wrongEquality}” does not hold`]),
    ...missing.map((principle) => `missing_principle: no trace of ${levelTitles[principle]} found`),
    ...(principles.includes('questioning') && question !== undefined && openQuestion === undefined
      ? ['vague_questioning: no open question found']
      : []),
    ...(offence === undefined ? [] : ['tone_or_level_mismatch: a demeaning word']),
  ];
}

type Results = readonly SampleResult<KmpDialogueSample>[];
type Row = PreferencePicture['groups'][number]['rows'][number];

export function kmpDialoguePictures(results: Results, policy: ProtocolPolicy): readonly PreferencePicture[] {
  const groups = criterionLevels
    .map((level) => ({
      label: levelTitles[level],
      rows: criteriaOfLevel(level).map(({ id, title }) => rowOf(id, title, results, policy)),
    }))
    .filter(({ rows }) => rows.some(hasCount));
  const overall = rowOf(overallId, 'The reply as a whole', results, policy);
  const all = [...groups, ...(hasCount(overall) ? [{ label: 'Overall', rows: [overall] }] : [])];
  if (!all.some(({ rows }) => rows.some(({ win, tie, lose }) => win + tie + lose > 0))) return [];
  return [
    {
      kind: 'preferences',
      title: 'Better, equal or worse than the reference reply',
      explain:
        'Replies counted by verdict, criterion by criterion. Ties earn nothing in the accuracies above, so a reply with many ties and few losses is better than they look.',
      judge: countedJudge(policy),
      groups: all,
    },
  ];
}

function rowOf(id: string, label: string, results: Results, policy: ProtocolPolicy): Row {
  const verdicts = results.flatMap((result) => verdictsOn(id, result, policy));
  const count = (wanted: Preference | undefined): number => verdicts.filter((verdict) => verdict === wanted).length;
  return { label, win: count('win'), tie: count('tie'), lose: count('lose'), unscored: count(undefined) };
}

function hasCount({ win, tie, lose, unscored }: Row): boolean {
  return win + tie + lose + unscored > 0;
}
