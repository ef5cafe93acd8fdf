import path from 'node:path';
import { benchmarks } from '../../src/core/benchmarks/registry';
import type { RunSession } from '../../src/core/run/runSession';
import { FileHandLabelLog } from '../../src/core/store/handLabelLog';
import { Labelling } from '../../src/core/labels/labelling';
import { labelTrials } from '../../src/core/labels/labelPositions';
import { buildReport } from '../../src/core/results/buildReport';
import { historyView } from '../../src/core/report/historyView';
import { illustratedCase } from '../../src/core/report/caseImages';
import { judgesView } from '../../src/core/report/judgesView';
import { historyOfRun, promptHistory } from '../../src/core/history/promptHistory';
import { FileRunStore } from '../../src/core/store/fileRunStore';
import { FileTrustCardStore } from '../../src/core/store/trustCardStore';
import { ComparisonService, RunSessions } from '../../src/vscode/comparing/comparisonService';
import { problemText } from '../../src/vscode/evaluation/panelProblems';

/** Does what a window does with two runs of a store, but without an editor. Returns the window's own errors. */
export async function playWindow(
  workspace: string,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<readonly unknown[]> {
  const root = path.join(workspace, '.tutor-prompt-lab');
  const store = new FileRunStore(root);
  const sessions = new RunSessions(store);
  const service = new ComparisonService();
  const { signal } = new AbortController();
  const pair = {
    root,
    runs: { before, after },
    others: [before],
    margin: undefined,
    smallest: undefined,
    guardMargin: undefined,
  };
  const done = await Promise.allSettled([
    promptHistory(store, 'tutor.md').then(async (history) => {
      historyView(history);
      await historyOfRun(store, after, history);
    }),
    service.do<'measure'>({ kind: 'measure', pair, label: undefined }, signal),
    service.do<'view'>({ kind: 'view', pair, labels: new Map() }, signal),
    service.do<'count'>({ kind: 'count', root, runId: before, toolVersion: '0.0.0' }, signal),
    sessions.get(before).then((session) => show(session, root, store)),
  ]);
  return done.flatMap((one) =>
    one.status === 'rejected' && isUnknownInWindow(one.reason) ? [one.reason as unknown] : [],
  );
}

/** Panel, label mode and the view Judges. */
async function show(session: RunSession, root: string, store: FileRunStore): Promise<void> {
  const report = buildReport(session, { majority: true });
  for (const { id } of report.benchmarks.flatMap(({ cases }) => cases).slice(0, 3))
    await illustratedCase(session, id, store.images);
  const { cards, problems } = await new FileTrustCardStore(root).read();
  judgesView({ cards, benchmarks: benchmarks.values(), run: session, unfinished: [], problems });
  for (const { id } of session.manifest.benchmarks) {
    const benchmark = benchmarks.get(id);
    if (benchmark === undefined) continue;
    const { trials: plays } = labelTrials(session, id);
    const { entries } = await new FileHandLabelLog(root).read(id);
    const request = { benchmark: id, dimension: '', mode: 'reviewing' } as const;
    new Labelling({ session, benchmark, trials: plays }, request, 'Ada', entries).view(0);
  }
}

/** Whether the extension would call the error a fault of its own. */
export function isUnknownInWindow(error: unknown): boolean {
  return problemText(error).startsWith('Something went wrong');
}
