import type { Benchmark } from '../benchmark/benchmark';
import type { BenchmarkId } from '../benchmark/samples';
import type { RulesView } from '../results/ruleModel';
import { ruleReport } from '../results/ruleReport';
import { reportedJudgesOf } from '../results/runHeader';
import { RunSessionError } from '../run/runSession';
import type { RunStore } from '../store/runStore';
import { RunStoreError } from '../store/runStoreError';
import { hasEnded } from '../store/statusTexts';
import type { PromptHistory } from './promptHistory';
import { sessionOfRun } from './sessionOfRun';

/** The newest test of a prompt's rules that came to its end; `undefined` if there is none, or it cannot be read. */
export async function lastRuleTest(
  { runs }: Pick<PromptHistory, 'runs'>,
  store: RunStore,
  benchmarks: ReadonlyMap<BenchmarkId, Benchmark>,
): Promise<RulesView['tested']> {
  const test = runs.find(({ purpose, status }) => purpose === 'rules' && hasEnded(status));
  if (test === undefined) return undefined;
  try {
    const session = sessionOfRun(await store.open(test.id), benchmarks);
    const report = ruleReport(session, reportedJudgesOf(session)[0] ?? '');
    return report && { run: test.id, at: test.createdAt, report };
  } catch (error) {
    if (RunStoreError.is(error) || RunSessionError.is(error)) return undefined;
    throw error;
  }
}
