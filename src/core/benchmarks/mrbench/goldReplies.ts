import { agreementRatio, cohenKappa, type RatedPair } from '../../statistics/agreement';
import type {
  GoldLabel,
  GoldReply,
  JudgedAnswer,
  JudgedForm,
  RatedDecision,
  ReliabilityTable,
} from '../../benchmark/goldReply';
import { firstObjects, readRecords } from '../../benchmark/importing/readRecords';
import type { MetricMetadata } from '../../benchmark/metric';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { isRecord } from '../../text/isRecord';
import { type DimensionId, dimensionIds, type MrLabel, readLabel } from './labels';
import { mrChoice } from './policies';
import { clusterOfId } from './replyKey';
import { rubrics } from './rubrics';
import type { MrSample } from './samples';

export function mrGoldReplies({ references }: MrSample): readonly GoldReply[] {
  return Object.entries(references).flatMap(([tutor, { response, labels }]) => {
    const given = dimensionIds.flatMap((judge): GoldLabel[] => {
      const label = labels[judge];
      return label === undefined ? [] : [{ judge, unit: 'reply', label }];
    });
    return given.length === 0 ? [] : [{ tutor, replies: [response], labels: given }];
  });
}

/** Dimensions by their MRBench names, and four by the short names of the BEA 2025 task. */
const dimensions: readonly (readonly [key: string, dimension: DimensionId])[] = [
  ['MI', 'mistake_identification'],
  ['ML', 'mistake_location'],
  ['PG', 'providing_guidance'],
  ['AC', 'actionability'],
  ...dimensionIds.map((id) => [id, id] as const),
];

/** A judge's answers on MRBench from elsewhere, one per line: `{conversation_id, tutor, raw, pred, gold}`. */
export const judgedMrBench: JudgedForm<MrSample> = {
  format: 'judged-mrbench',
  kind: 'answers',
  recognizes: (file) =>
    firstObjects(file, 3).some((record) => 'pred' in record && isRecord(record.gold) && 'raw' in record),
  // An unreadable answer is a failure of the judge and stays in the count.
  read: (file) => {
    const { samples: rated, problems } = readRecords<JudgedAnswer>(file, (value, _record, report) => {
      const { conversation_id: sampleId, tutor, raw, pred, gold } = value;
      if (typeof sampleId !== 'string' || !isRecord(gold)) {
        report('error', '', 'It lacks conversation_id or gold; the record was left out.');
        return [];
      }
      const by = typeof tutor === 'string' ? tutor : '';
      const decision = { cluster: clusterOfId(sampleId), sampleId, tutor: by, reply: '' };
      const reason = typeof raw === 'string' ? raw : '';
      return dimensions.flatMap(([key, dimension]): JudgedAnswer[] => {
        if (!Object.hasOwn(gold, key)) return [];
        const human = labelIn(gold, key, dimension);
        if (human === undefined) {
          report('error', `gold.${key}`, 'Its value is not a label of this dimension; it was left out.');
          return [];
        }
        const judge = isRecord(pred) ? labelIn(pred, key, dimension) : undefined;
        const said = judge === undefined ? { problem: 'The answer could not be read.' } : { judgeReason: reason };
        return [{ ...decision, dimension, human, judge, ...said }];
      });
    });
    return { rated, problems };
  },
};

function labelIn(labels: Readonly<Record<string, unknown>>, key: string, dimension: DimensionId): string | undefined {
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
  return typeof label === 'string' ? readLabel(dimension, label) : undefined;
}

export function mrReliability(
  rated: readonly RatedDecision[],
  samples: ReadonlyMap<string, MrSample>,
): readonly ReliabilityTable[] {
  const rows = dimensionIds.flatMap((dimension) => {
    const pairs = rated.flatMap(({ dimension: of, sampleId, tutor }): RatedPair<MrLabel>[] => {
      const { labels, secondAnnotator } = samples.get(sampleId)?.references[tutor] ?? {};
      const [first, second] = [labels?.[dimension], secondAnnotator?.[dimension]];
      return of !== dimension || first === undefined || second === undefined ? [] : [[second, first]];
    });
    const { n, value } = agreementRatio(pairs);
    return n === 0 ? [] : [{ title: dimension, cells: [n, value, cohenKappa(pairs)] }];
  });
  if (rows.length === 0) return [];
  return [{ id: 'annotators', title: 'Two people with each other', columns: ['n', 'agree', 'kappa'], rows }];
}

/** The learned judge was checked with the worked solution for dimensions that may see it. */
export function checkedOnOther(
  { block = 'all' }: Pick<MetricMetadata, 'block'>,
  { dimension, isLearned }: { readonly dimension: string; readonly isLearned: boolean },
  policy: ProtocolPolicy,
): string | undefined {
  const seesSolution = dimensionIds.some((id) => id === dimension && rubrics[id].seesSolution);
  if (isLearned && seesSolution && !mrChoice(policy, 'groundTruthToJudge')) {
    return 'measured with the worked solution in sight, which this run hides from it';
  }
  return block === 'all' ? undefined : 'measured on replies from both sources, but this score is for one source';
}
