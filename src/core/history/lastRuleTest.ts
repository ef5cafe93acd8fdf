import type { Benchmarks } from '../benchmark/benchmark';
import type { RulesView } from '../results/ruleModel';
import { ruleReport } from '../results/ruleReport';
import { reportedJudgesOf } from '../results/runHeader';
import type { RunStore } from '../store/runStore';
import { hasEnded } from '../store/statusTexts';
import type { PromptHistory } from './promptHistory';
import { sessionOfRun } from './sessionOfRun';

/** The newest test of a prompt's rules that came to its end, if it can be read: the history names damaged runs. */
export async function lastRuleTest(
  { runs }: Pick<PromptHistory, 'runs'>,
  store: RunStore,
  benchmarks: Benchmarks,
): Promise<RulesView['tested']> {
  const test = runs.find(({ purpose, status }) => purpose === 'rules' && hasEnded(status));
  if (test === undefined) return undefined;
  const opened = store.open(test.id).then((run) => sessionOfRun(run, benchmarks));
  const session = await opened.catch(() => undefined);
  const report = session && ruleReport(session, reportedJudgesOf(session)[0] ?? '');
  return report && { run: test.id, at: test.createdAt, report };
}
