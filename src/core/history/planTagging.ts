import type { Benchmark } from '../benchmark/benchmark';
import { tagsJudge } from '../benchmark/failureTaxonomy';
import type { BenchmarkId } from '../benchmark/samples';
import { reportedJudgesOf } from '../results/runHeader';
import type { RunCaps } from '../run/runCaps';
import { createRunSession, type RunSession } from '../run/runSession';
import type { WorkItem } from '../run/workItem';
import { type ManifestModel, modelName } from '../store/runManifest';
import type { StoredRun } from '../store/runStore';
import { planRejudge, StoredRunError } from './planRejudge';
import { sessionOfRun } from './sessionOfRun';

interface PlannedTagging {
  /** Its records go beside the run's journal. */
  readonly session: RunSession;
  /** Failing replies of the run, with those that this judge has tagged already. */
  readonly failing: number;
}

/**
 * Plans one call for each reply that the run's first judge says fails and this judge has not tagged in the present wording. Throws
 * `StoredRunError` and `RunSessionError`.
 */
export function planTagging(
  stored: StoredRun,
  judge: ManifestModel,
  caps: RunCaps,
  benchmarks: ReadonlyMap<BenchmarkId, Benchmark>,
): PlannedTagging {
  const { runId, createdAt, toolVersion, calibration } = stored.manifest;
  if (calibration !== undefined) {
    throw new StoredRunError(`Run ${runId} is a calibration, whose replies are not the prompt's. Name an evaluation.`);
  }
  if (judge.simulated) {
    throw new StoredRunError(
      'Failure tags need a language model as judge: word lists cannot tell why a reply fails. Name one, for instance --judge openai:MODEL.',
    );
  }
  const original = sessionOfRun(stored, benchmarks);
  const failing = failingItems(original);
  if (failing.length === 0) throw new StoredRunError(whyNone(original));
  const tagged = new Set(failing.map(({ benchmark }) => benchmark.id));
  const tagging = new Map([...benchmarks].map(([id, one]) => [id, taggingBenchmark(one)]));
  const manifest = { ...stored.manifest, benchmarks: stored.manifest.benchmarks.filter(({ id }) => tagged.has(id)) };
  const request = { runId, createdAt, toolVersion, ...caps, wordings: new Map() };
  const planned = planRejudge({ ...stored, manifest }, [judge], request, tagging);
  const keys = new Set(failing.map(({ key }) => key));
  const own = (stored.tagging ?? []).filter(
    (record) => 'judgeModel' in record && record.judgeModel === modelName(judge),
  );
  const given = planned.records.filter((record) => 'item' in record && keys.has(record.item));
  const session = createRunSession(planned.manifest, planned.samples, tagging, [...given, ...own]);
  const isTagged = ({ key, benchmark: { taxonomy } }: WorkItem): boolean =>
    session.state.items
      .get(key)
      ?.answers.get(modelName(judge))
      ?.has(taxonomy?.version ?? '') === true;
  const items = session.items.filter((item) => keys.has(item.key) && !isTagged(item));
  return { session: { ...session, items }, failing: failing.length };
}

function failingItems({ items, state, manifest, policy }: RunSession): readonly WorkItem[] {
  const [name] = reportedJudgesOf({ manifest });
  if (name === undefined) return [];
  return items.filter(({ key, benchmark, sample }) => {
    const verdicts = state.items.get(key)?.verdictsOf(name);
    return verdicts !== undefined && benchmark.taxonomy?.isFailing(sample, verdicts, policy) === true;
  });
}

function whyNone({ items, manifest }: RunSession): string {
  const titles = new Set(items.flatMap(({ benchmark }) => (benchmark.taxonomy === undefined ? [] : [benchmark.title])));
  return titles.size === 0
    ? `No benchmark of run ${manifest.runId} has failure tags that a judge gives: GuideEval and KMP-Bench Dialogue have.`
    : `Run ${manifest.runId} has no reply that was judged to fail on ${[...titles].join(' and ')}, so there is nothing to tag.`;
}

/** Asks about the whole reply, once, and nothing else. */
function taggingBenchmark(benchmark: Benchmark): Benchmark {
  const { taxonomy } = benchmark;
  if (taxonomy === undefined) return benchmark;
  const title = 'Failure tags';
  return {
    ...benchmark,
    judges: [{ id: tagsJudge, title, question: 'In which ways does the reply fail?', version: taxonomy.version }],
    judgements: (sample, dialogue) => (dialogue.status === 'complete' ? [taxonomy.taskFor(sample, dialogue)] : []),
    canGive: (verdict, sample) => taxonomy.canGive(verdict, sample),
    outcomeOf: ({ status }) => (status === 'unscored' ? 'unscored' : 'neutral'),
    metrics: [],
    pictures: undefined,
    figureOfMean: undefined,
  };
}
