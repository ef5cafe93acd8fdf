import type { RunSession } from '../engine/runSession';
import { lacksRules, modelName, type RunManifest, simulatedPartsOf } from '../store/runManifest';
import type { RunHeader, RunProgress, RunStatus, RunTotals } from './reportModel';
import { understoodPrompt } from './understoodPrompt';

/** The clock of a report. */
export interface ReportTime {
  /** Milliseconds that this stretch has taken so far, by no clock that is set; given for a run that is going on, absent for one read back. */
  readonly runningMs?: number;
  /** ISO 8601; the manifest's own unless set. */
  readonly startedAt?: string;
}

/** Status and duration as they stand. */
interface RunEnd {
  readonly status: RunStatus;
  readonly detail?: string;
  readonly cap?: RunHeader['cap'];
  readonly wallMs: number;
}

/** The facts of a run that stand above its numbers. */
export function runHeader(session: RunSession, time: ReportTime, progress: RunProgress, totals: RunTotals): RunHeader {
  const { manifest } = session;
  const { status, detail, cap, wallMs } = runEnd(session, time.runningMs);
  const simulatedParts = simulatedPartsOf(manifest);
  const learnedJudges = learnedJudgesOf(session);
  return {
    id: manifest.runId,
    status,
    ...(detail === undefined ? {} : { statusDetail: detail }),
    ...(cap === undefined ? {} : { cap }),
    promptPath: manifest.prompt.path,
    promptName: manifest.prompt.name,
    revision: manifest.prompt.revision,
    startedAt: time.startedAt ?? manifest.createdAt,
    wallMs,
    tutor: modelName(manifest.tutor),
    ...(manifest.student === undefined ? {} : { student: modelName(manifest.student) }),
    judges: judgeModelsOf(manifest),
    simulated: simulatedParts.length > 0,
    simulatedParts,
    ...(manifest.tutor.simulated ? { understood: understoodPrompt(session.sentences, manifest) } : {}),
    ...(learnedJudges.length === 0 ? {} : { learnedJudges }),
    ...(manifest.recorded === undefined ? {} : { recorded: manifest.recorded }),
    placement: placementOf(manifest),
    repeats: repeatsOf(manifest),
    limit: manifest.limit,
    seed: manifest.seed,
    ...(session.state.limits.size === 0 ? {} : { limits: [...session.state.limits.values()] }),
    progress,
    totals,
  };
}

/** Names of the judge models in the order of the manifest, each once. */
export function judgeModelsOf(manifest: RunManifest): readonly string[] {
  return [...new Set(manifest.judges.map(modelName))];
}

/** The judge models whose verdicts a report shows: none where a simulated tutor understood nothing of its prompt. */
export function reportedJudgesOf({ manifest }: Pick<RunSession, 'manifest'>): readonly string[] {
  return lacksRules(manifest) ? [] : judgeModelsOf(manifest);
}

/** A journal that ends in `running` while nobody runs it was cut off. */
function runEnd({ state }: RunSession, runningMs: number | undefined): RunEnd {
  const last = state.status;
  if (last !== undefined && last.status !== 'running')
    return { status: last.status, detail: last.detail, cap: last.cap, wallMs: state.wallMs };
  if (runningMs === undefined) {
    const detail = 'The process ended before it could say so.';
    return { status: 'interrupted', detail, wallMs: state.wallMs };
  }
  return { status: 'running', wallMs: state.wallMs + runningMs };
}

function learnedJudgesOf({ items, manifest }: RunSession): readonly string[] {
  const learned = new Set(manifest.benchmarks.flatMap(({ id, learnedJudge }) => (learnedJudge === true ? [id] : [])));
  if (learned.size === 0) return [];
  return [...new Set(items.flatMap(({ benchmark: { id, title } }) => (learned.has(id) ? [title] : [])))];
}

function placementOf({ benchmarks }: RunManifest): string {
  const placements = [...new Set(benchmarks.map(({ placement }) => placement))];
  return placements.length === 1
    ? placements.join('')
    : benchmarks.map(({ id, placement }) => `${id}: ${placement}`).join(', ');
}

function repeatsOf({ benchmarks }: RunManifest): number | undefined {
  const repeats = [...new Set(benchmarks.map((entry) => entry.repeats))];
  return repeats.length === 1 ? repeats[0] : undefined;
}
