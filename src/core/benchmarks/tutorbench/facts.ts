import type { Dialogue } from '../../benchmark/dialogue';
import { questionsOf } from '../../simulation/replyFeatures';
import { sentencesOf } from '../../benchmark/judging/replyText';
import type { Verdict } from '../../benchmark/judging/verdict';
import type { CriterionText, Fact } from '../../benchmark/benchmark';
import type { TbCriterion, TutorBenchSample } from './samples';
import { bloomTitles, criterionWithId, dimensionTitles, modalityTitles, skillTitles } from './samples';
import { isGood, ratedCriteria, type RatedCriterion } from './scores';

export function criterionOf(sample: TutorBenchSample, criterionId: string): CriterionText | undefined {
  const criterion = criterionWithId(sample, criterionId);
  if (criterion === undefined) return undefined;
  const { text, weight, polarity, dimensions, skill, explicit, objective } = criterion;
  return {
    text: text.trim(),
    tags: [
      `weight ${weight > 0 ? weight : `−${-weight}`}`,
      ...(polarity === 'prohibition' ? ['prohibition'] : []),
      ...dimensions.map((id) => dimensionTitles[id]),
      ...(skill === undefined ? [] : [skillTitles[skill]]),
      ...(explicit === undefined ? [] : [explicit ? 'explicit' : 'implicit']),
      ...(objective === undefined ? [] : [objective ? 'objective' : 'subjective']),
    ],
  };
}

export function sampleFacts({ modality, bloom, criteria }: TutorBenchSample): readonly Fact[] {
  const prohibitions = criteria.filter(({ polarity }) => polarity === 'prohibition').length;
  const forbidden =
    `${prohibitions} of ${criteria.length} criteria forbid something. For these the judge is asked whether the reply breaks ` +
    'the prohibition: “yes” costs 5, “no” costs nothing.';
  return [
    { label: 'Modality', value: modalityTitles[modality] },
    ...(bloom === undefined ? [] : [{ label: 'Bloom level', value: bloomTitles[bloom] }]),
    ...(prohibitions === 0 ? [] : [{ label: 'Prohibitions', value: forbidden }]),
  ];
}

export function replyTags(
  sample: TutorBenchSample,
  dialogue: Dialogue,
  verdicts: readonly Verdict[],
): readonly { readonly title: string }[] {
  if (dialogue.replies.length === 0) return [];
  const tags = failureTags(ratedCriteria(sample, { dialogue, verdicts }), dialogue);
  return tags.map((tag) => ({ title: failures[tag][0] }));
}

type Rated = TbCriterion & RatedCriterion;

/** Derived from ratings, never scored: a title, and the criteria whose bad outcome it describes. */
const failures = {
  critical_missed: ['Misses something critical', ({ weight }) => weight === 5],
  spoiler: ['Does what it must not do', ({ weight }) => weight === -5],
  missed_error: ['Overlooks an error', ({ skill, weight }) => skill === 'identifying_incorrect_steps' && weight > 0],
  missed_correct_step: [
    'Ignores what was right',
    ({ skill, weight }) => skill === 'identifying_correct_steps' && weight > 0,
  ],
  no_example: ['Gives no example', ({ skill, weight }) => skill === 'examples_analogies' && weight > 0],
  ignored_emotion: [
    'Ignores how the student feels',
    ({ dimensions, weight }) => dimensions.includes('emotional_component') && weight > 0,
  ],
  misread_image: ['Misreads the image', ({ dimensions }) => dimensions.includes('visual_perception')],
  truncated_or_counter_question: ['Cut off, or only asks back', () => false],
} as const satisfies Readonly<Record<string, readonly [title: string, applies: (criterion: Rated) => boolean]>>;
type FailureTag = keyof typeof failures;

export function failureTags(criteria: readonly Rated[], dialogue: Dialogue): readonly FailureTag[] {
  const bad = criteria.filter(({ weight, met }) => met !== undefined && !isGood(weight, met));
  const tags = Object.keys(failures) as FailureTag[];
  const found = tags.filter((tag) => bad.some(failures[tag][1]));
  return isCutOffOrAsksBack(dialogue) ? [...found, 'truncated_or_counter_question'] : found;
}

function isCutOffOrAsksBack({ replies }: Dialogue): boolean {
  const reply = replies.at(-1);
  if (reply === undefined || reply.visible === '') return false;
  const sentences = sentencesOf(reply.visible);
  return reply.finish === 'length' || (sentences.length > 0 && questionsOf(reply.visible).length === sentences.length);
}
