import type { Benchmark } from '../benchmark/benchmark';
import type { ProtocolPolicy } from '../benchmark/protocolPolicy';
import type { Tagging } from '../run/runSession';
import { countWords, t } from '../text/countWords';
import type { Trial } from './trial';
import type { BenchmarkReport, FailureTagCounts, ReportTable } from './reportModel';

/** `undefined` if the benchmark has no failure tags or no reply fails. */
export function failureTagCounts(
  { id, taxonomy }: Benchmark,
  trials: readonly Trial[],
  judge: string,
  policy: ProtocolPolicy,
  tagging: Tagging | undefined,
): FailureTagCounts | undefined {
  if (taxonomy === undefined) return undefined;
  const failing = trials.filter(({ item, state }) => taxonomy.isFailing(item.sample, state.verdictsOf(judge), policy));
  if (failing.length === 0) return undefined;
  const asked = { failing: failing.length, failingMeans: taxonomy.failing };
  const said = failing.flatMap(({ item }) => tagging?.replies.get(item.key) ?? []);
  if (tagging === undefined || said.length === 0) return asked;
  const tagged = said.flatMap(({ tags }) => (tags === undefined ? [] : [tags]));
  return {
    ...asked,
    judge: tagging.judge,
    version: tagging.versions.get(id) ?? taxonomy.version,
    tagged: tagged.length,
    unscored: said.length - tagged.length,
    none: tagged.filter((tags) => tags.length === 0).length,
    tags: taxonomy.tags.map(({ id: tag, title, sign }) => ({
      id: tag,
      title,
      sign,
      count: tagged.filter((tags) => tags.includes(tag)).length,
    })),
  };
}

export function failureTagTitles({ taxonomy }: Benchmark, tags: readonly string[] = []): readonly string[] {
  return tags.map((tag) => taxonomy?.tags.find(({ id }) => id === tag)?.title ?? tag);
}

/** The commonest tag first, with its share of the tagged replies. */
export function failureTagTables({
  failureTags: counts,
}: Pick<BenchmarkReport, 'failureTags'>): readonly ReportTable[] {
  if (counts?.judge === undefined) return [];
  const { failing, failingMeans, judge, tagged, unscored, none, tags } = counts;
  const waiting = failing - tagged - unscored;
  const rows = [
    ...tags.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count),
    ...(none === 0 ? [] : [{ title: t`None of the tags`, count: none }]),
  ];
  return [
    {
      title: t`How failing replies fail`,
      head: [t`tag`, t`replies`, t`share`],
      rows: rows.map(({ title, count }) => [t(title), String(count), `${Math.round((100 * count) / tagged)} %`]),
      notes: [
        t`Tagged: ${tagged} of ${countWords(failing, 'reply', 'replies')} ${t(failingMeans)}, by ${judge}.`,
        t`A reply may have several tags; they change no score.`,
        ...(unscored === 0
          ? []
          : [t`${countWords(unscored, 'answer', 'answers')} could not be read or did not arrive.`]),
        ...(waiting === 0 ? [] : [t`Not asked yet: ${waiting}.`]),
      ],
    },
  ];
}
