import { defaultPolicy, type ProtocolPolicy } from '../benchmark/protocolPolicy';
import type { Tagging } from '../run/tagging';
import { boundedText } from '../text/boundedText';
import { failureTagTitles } from './failureTags';
import { statusOf, type Play } from './play';
import type { CaseSummary, VerdictChip } from './reportModel';
import { verdictChip, verdictsOfPlay } from './verdictChip';

/** Ids are kept whole, as other rows and records are found by them. */
export function caseSummary(
  play: Play,
  judgeModels: readonly string[],
  policy: ProtocolPolicy = defaultPolicy,
  tagging?: Tagging,
): CaseSummary {
  const { item, dialogue } = play;
  const { benchmark, sample } = item;
  const { title, quote, group, subject, pairId } = benchmark.summarize(sample);
  const chips = verdictsOfPlay(play, judgeModels).map((source) => verdictChip(item, source, policy));
  const [first] = judgeModels;
  const derived =
    first === undefined ? [] : (benchmark.replyTags?.(sample, dialogue, policy, play.state.verdictsOf(first)) ?? []);
  const failureTags = [
    ...derived.map((tag) => tag.title),
    ...failureTagTitles(benchmark, tagging?.replies.get(item.key)?.tags),
  ];
  return {
    id: item.key,
    benchmark: benchmark.id,
    sampleId: sample.id,
    repeat: item.repeat,
    title: boundedText(title),
    quote: boundedText(quote),
    group: boundedText(group),
    subject: boundedText(subject),
    status: statusOf(play, judgeModels),
    chips,
    badness: badness(chips),
    pairId,
    failureTags: failureTags.length === 0 ? undefined : failureTags,
    reply: boundedText(dialogue.replies.map((reply) => reply.visible).join('\n\n')),
  };
}

const weights = { desired: 0, partial: 0.5, undesired: 1 } as const;

/** Mean over the verdicts that have a direction; 0 where all are neutral. */
function badness(chips: readonly VerdictChip[]): number | undefined {
  const outcomes = chips.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'unscored');
  const directed = outcomes.filter((outcome) => outcome !== 'neutral');
  if (directed.length === 0) return outcomes.length > 0 ? 0 : undefined;
  return directed.reduce((sum, outcome) => sum + weights[outcome], 0) / directed.length;
}

/** Rows of earlier reports of one session. A row that has not changed is the same object: whoever sends rows on sees which are new. */
export class KeptRows {
  readonly #rows = new Map<string, { readonly changes: number; readonly row: CaseSummary }>();

  row({ item, state }: Play, make: () => CaseSummary): CaseSummary {
    const { changes } = state;
    const known = this.#rows.get(item.key);
    if (known?.changes === changes) return known.row;
    const row = make();
    this.#rows.set(item.key, { changes, row });
    return row;
  }
}
