import type { Dialogue } from '../../dialogue/dialogue';
import type { Verdict } from '../../judging/verdict';
import { failureTags, failureTitles } from './failureTags';
import { bloomTitles, modalityTitles } from './labels';
import { ratedCriteria } from './ratedCriteria';
import type { TutorBenchSample } from './samples';

interface Fact {
  readonly label: string;
  readonly value: string;
}

/** What a reviewer sees beside a case: kind of sample, and how prohibitions are counted. */
export function sampleFacts({ modality, bloom, criteria }: TutorBenchSample): readonly Fact[] {
  const prohibitions = criteria.filter(({ polarity }) => polarity === 'prohibition').length;
  return [
    { label: 'Modality', value: modalityTitles[modality] },
    ...(bloom === undefined ? [] : [{ label: 'Bloom level', value: bloomTitles[bloom] }]),
    ...(prohibitions === 0
      ? []
      : [
          {
            label: 'Prohibitions',
            value:
              `${prohibitions} of ${criteria.length} criteria forbid something. For these the judge is asked whether the reply breaks ` +
              'the prohibition: “yes” costs 5, “no” costs nothing.',
          },
        ]),
  ];
}

/** Failure tags of a reply, from its ratings and its text. */
export function replyTags(
  sample: TutorBenchSample,
  dialogue: Dialogue,
  verdicts: readonly Verdict[],
): readonly { readonly title: string }[] {
  if (dialogue.replies.length === 0) return [];
  const tags = failureTags(ratedCriteria(sample, { dialogue, verdicts }), dialogue);
  return tags.map((tag) => ({ title: failureTitles[tag] }));
}
