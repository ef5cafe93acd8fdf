import type { PreferencePicture } from '../picture';
import type { ProtocolPolicy } from '../protocolPolicy';
import type { SampleResult } from '../sampleResult';
import { criteriaOfLevel, criterionLevels, overallId } from './criteria';
import { countedJudge } from './judges';
import { levelTitles } from './metricHeads';
import type { Preference } from './preference';
import type { KmpDialogueSample } from './samples';
import { verdictsOn } from './verdictsOf';

type Results = readonly SampleResult<KmpDialogueSample>[];
type Row = PreferencePicture['groups'][number]['rows'][number];

/** Wins, ties and losses per criterion and on the whole, as counts of plays; none without a single verdict. */
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
