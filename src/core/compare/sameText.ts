import type { RunSession } from '../run/runSession';
import type { ReplyRecord } from '../store/runRecord';
import type { LeftOutReason, LeftOutRun } from './comparison';
import { isSimulatedJudge } from './recordedFacts';
import { runDifferences } from './runDifferences';

/** Runs with the same replies, judged separately. The first represents the replies. */
type ReplyGroup = readonly [RunSession, ...RunSession[]];

/** Groups runs by their replies. Copies from a cache or of one seed would count one trial twice. */
export function runsOfSameText(
  runs: readonly RunSession[],
  judge: string,
): { readonly groups: readonly ReplyGroup[]; readonly leftOut: readonly LeftOutRun[] } {
  const groups: [RunSession, ...RunSession[]][] = [];
  const leftOut: LeftOutRun[] = [];
  const [first] = runs;
  for (const run of runs.filter(({ manifest }) => manifest.purpose === undefined)) {
    const found = first === undefined || groups.length === 0 ? 'new' : groupOf(run, first, groups, judge);
    if (found === 'new') groups.push([run]);
    else if (typeof found === 'string') leftOut.push({ runId: run.manifest.runId, reason: found });
    else found.push(run);
  }
  return { groups, leftOut };
}

function groupOf<Group extends ReplyGroup>(
  run: RunSession,
  first: RunSession,
  groups: readonly Group[],
  judge: string,
): Group | LeftOutReason | 'new' {
  if (run === first) return 'sharedVerdicts';
  if (run.manifest.prompt.revision !== first.manifest.prompt.revision) return 'otherPrompt';
  const differences = runDifferences(first, run, { before: judge, after: judge });
  if (differences.some(({ kind, breaks }) => breaks || kind === 'data' || kind === 'repeats')) return 'unlike';
  for (const group of groups) {
    const { copied, all } = countCopies(group[0], run);
    if (copied === 0) continue;
    if (copied < all) return 'sharedReplies';
    if (group.some((other) => hasOneSeed(other, run)) && isSimulatedJudge(run.manifest, judge)) return 'sameSimulation';
    return group.every((other) => hasOwnVerdicts(other, run, judge)) ? group : 'sharedVerdicts';
  }
  return 'new';
}

function countCopies(one: RunSession, other: RunSession): { readonly copied: number; readonly all: number } {
  const repeats = other.manifest.tutor.simulated && hasOneSeed(one, other);
  const copies = other.items.flatMap(({ key }) => {
    const earlier = one.state.items.get(key)?.replyRecords ?? [];
    return (other.state.items.get(key)?.replyRecords ?? []).map((reply) =>
      earlier.some((record) => isCopy(record, reply, repeats)),
    );
  });
  return { copied: copies.filter(Boolean).length, all: copies.length };
}

/** Equal words may be chance. With an equal time, a cached call or a repeated simulation they are one reply. */
function isCopy(one: ReplyRecord, other: ReplyRecord, repeats: boolean): boolean {
  if (one.turn !== other.turn || one.raw !== other.raw) return false;
  return repeats || one.at === other.at || one.calls === 0 || other.calls === 0;
}

/** Simulated models depend only on the seed. */
function hasOneSeed(one: RunSession, other: RunSession): boolean {
  return one.manifest.seed === other.manifest.seed;
}

/** True if the judge gave at least one new answer: not cached, and not the same record. */
function hasOwnVerdicts(one: RunSession, other: RunSession, judge: string): boolean {
  return other.items.some(({ key }) => {
    const earlier = one.state.items.get(key)?.answers.get(judge);
    return [...(other.state.items.get(key)?.answers.get(judge)?.values() ?? [])].some(
      (record) => record.calls > 0 && earlier?.get(record.key)?.at !== record.at,
    );
  });
}
