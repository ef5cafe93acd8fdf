import type { Benchmarks } from '../benchmark/benchmark';
import { runsOfSameText } from '../compare/sameText';
import type { PromptFile } from '../prompt/promptFile';
import { buildReport } from '../results/buildReport';
import { trialsBySample } from '../results/explored';
import { type NewRunFacts, ownMembers, type PlannedRun, plannedJudges } from '../run/planRun';
import { asksAll } from '../run/runScope';
import { sampleOfKey } from '../run/workItem';
import type { RunSession } from '../run/runSession';
import { hasGivenReplies, modelName, type RunManifest } from '../store/runManifest';
import type { StoredRun } from '../store/runStore';
import { entryWith } from '../store/storedSamples';
import { t } from '../text/countWords';
import { StoredRunError } from './planRejudge';
import { sessionOfRun } from './sessionOfRun';

interface ExploreRequest extends NewRunFacts {
  /** The text that is played now. */
  readonly prompt: PromptFile;
  readonly promptName: string;
  readonly git: RunManifest['prompt']['git'];
  /** Other runs of the earlier prompt, for what chance alone gives. */
  readonly others: readonly RunSession[];
  /** Ids of the cases to play; absent for all that fail. */
  readonly cases?: readonly string[] | undefined;
}

/**
 * Plans to play the samples that a run fails once more, with another text and the same models. A sample fails if its
 * first trial does: the other trials tell how often that happens by chance. Throws `StoredRunError`.
 */
export function planExplore(stored: StoredRun, request: ExploreRequest, benchmarks: Benchmarks): PlannedRun {
  const { manifest, samples } = stored;
  const { runId: from } = manifest;
  if (hasGivenReplies(manifest) || manifest.purpose !== undefined)
    throw new StoredRunError(t`Run ${from} has no tutor of its own to explore with. Name a run of evaluate.`);
  const session = sessionOfRun(stored, benchmarks);
  const trials = trialsOf(session);
  const wanted = request.cases && new Set(request.cases.map(sampleOfKey));
  const failing = new Set(
    [...trials].filter(([key, [first]]) => first === false && wanted?.has(key) !== false).map(([sample]) => sample),
  );
  if (failing.size === 0)
    throw new StoredRunError(t`No case of run ${from} has a failing verdict, so there is nothing to explore.`);
  const idOf = (sample: unknown): string => String((sample as { readonly id?: unknown }).id);
  const kept = samples.filter(({ benchmark, sample }) => failing.has(`${benchmark}/${idOf(sample)}`));
  const { prompt, promptName: name, git, others } = request;
  const entries = manifest.benchmarks.flatMap((entry) => {
    const benchmark = benchmarks.get(entry.id);
    const own = kept.filter((one) => one.benchmark === entry.id).map(({ sample }) => sample);
    if (benchmark === undefined || own.length === 0) return [];
    return { ...entryWith(entry, own, 1), ...plannedJudges(benchmark, entry.promptOverrides, manifest.policy) };
  });
  return {
    manifest: {
      ...manifest,
      ...ownMembers(request),
      purpose: 'explore',
      // Cached answers would show nothing of chance, and its own would count as evidence later.
      skipsCache: true,
      explored: { run: from, chance: chanceOfPassing(trialsOfAll(session, others)) },
      prompt: { path: prompt.path, name, text: prompt.text, revision: prompt.revision, git },
      // The judges that found the failures, no others: a case passes if all its verdicts do.
      judgeAll: asksAll(session) ? true : undefined,
      ...{ firstAims: undefined, sequence: undefined, limit: undefined },
      benchmarks: entries,
    },
    samples: kept,
    images: [],
  };
}

function trialsOf(session: RunSession): ReturnType<typeof trialsBySample> {
  return trialsBySample(buildReport(session, { resamples: 100 }).benchmarks);
}

/** All trials of each sample by the same prompt and models. Judging again is no other trial. */
function trialsOfAll(
  session: RunSession,
  others: readonly RunSession[],
): readonly (readonly (boolean | undefined)[])[] {
  const { manifest } = session;
  const { groups } = runsOfSameText([session, ...others], modelName(manifest.judges[0] ?? manifest.tutor));
  const all = new Map<string, (boolean | undefined)[]>();
  for (const [leader] of groups)
    for (const [sample, trials] of trialsOf(leader)) all.set(sample, [...(all.get(sample) ?? []), ...trials]);
  return [...all.values()];
}

/** Fewer failing trials tell nothing. */
const fewestTrials = 5;

/**
 * How often another trial of a sample passes where one failed, over samples that one prompt played several times.
 * `trials`: failing trials behind it. Samples count by their failing trials, as in a choice by one trial.
 */
export function chanceOfPassing(
  samples: readonly (readonly (boolean | undefined)[])[],
): { readonly share: number; readonly trials: number } | undefined {
  let trials = 0;
  let passed = 0;
  for (const sample of samples) {
    const known = sample.filter((pass) => pass !== undefined);
    if (known.length < 2) continue;
    const failed = known.filter((pass) => !pass).length;
    trials += failed;
    passed += (failed * (known.length - failed)) / (known.length - 1);
  }
  return trials < fewestTrials ? undefined : { share: passed / trials, trials };
}
