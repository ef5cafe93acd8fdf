import type { Fact } from '../../benchmark/benchmark';
import type { Dialogue } from '../../benchmark/dialogue';
import type { PreferencePicture } from '../../benchmark/picture';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { SampleResult } from '../../benchmark/sampleResult';
import { criteriaOfLevel, criterionLevels, levelTitles, overallId } from './criteria';
import { verdictsOn } from './metrics';
import { countedJudge } from './judges';
import { otherSide, sideOfReply, type Preference } from './preference';
import { readReply } from './simulatedJudge';
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

/** On which side the judge saw the reply, as its reasons speak of A and B, and lengths. */
export function kmpDialogueReplyFacts(
  sample: KmpDialogueSample,
  { replies }: Dialogue,
  { bothOrders }: ProtocolPolicy,
): readonly Fact[] {
  const reply = replies.at(-1)?.visible ?? '';
  if (reply === '') return [];
  const side = sideOfReply(sample);
  return [
    {
      label: 'This reply in the judge’s words',
      value: bothOrders ? `Reply ${side}; with the sides swapped reply ${otherSide(side)}` : `Reply ${side}`,
    },
    { label: 'Words', value: `${readReply(reply).words} (reference: ${readReply(sample.referenceReply).words})` },
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
