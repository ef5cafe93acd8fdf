import type * as vscode from 'vscode';
import { type Headline, summaryHeadline } from '../../core/report/headline';
import { formatTime } from '../../core/text/formatTime';
import { boundedText, readableLine } from '../../core/text/readableText';
import type { HistoryRun, PromptRevision } from '../../core/history/promptHistory';
import { hasEnded, listedStatuses, purposeText, revisionTitle } from '../../core/store/statusTexts';
import type { GitState } from '../../core/store/runManifest';
import { t } from '../../core/text/countWords';

/** Makes foreign text safe for one line of the editor: bounded, no hidden characters, no icons. */
export function plainLine(text: string, limit = 80): string {
  return boundedText(readableLine(text), limit).replaceAll('$(', '$ (');
}

export function nameInPath({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function revisionName(revision: Partial<PromptRevision>): string {
  return plainLine(revisionTitle(revision), 80);
}

/** An ISO 8601 time; other text is made safe. */
export function whenText(at: string): string {
  return plainLine(formatTime(at), 40);
}

/** Such as `P-Affirm 0.71`, marked if models were simulated; `undefined` without a score. */
function scoreText({ summary }: HistoryRun): string | undefined {
  const headline = summary === undefined ? undefined : summaryHeadline(summary);
  if (headline === undefined) return undefined;
  const score = `${plainLine(headline.title, 40)} ${headline.value}`;
  return summary?.simulated === true ? t`${score} (simulated)` : score;
}

/** `P-Affirm 0.71`: the part of a title before its colon is the metric's name. */
export function namedScore({ title, value }: Pick<Headline, 'title' | 'value'>, longest: number): string {
  return `${plainLine(title.split(': ')[0] ?? title, longest)} ${value}`;
}

export function gitText(state: GitState | undefined): string | undefined {
  if (state === undefined) return undefined;
  const commit = state.commit?.slice(0, 8) ?? t`no commit`;
  const named = state.branch === undefined ? commit : t`${commit} on ${plainLine(state.branch, 60)}`;
  return state.dirty ? t`${named}, edited` : named;
}

export function standingRun({ runs }: PromptRevision): HistoryRun | undefined {
  return runs.find(({ status, purpose }) => hasEnded(status) && purpose === undefined) ?? runs[0];
}

/** Time, commit, score and mark of a revision. */
export function revisionFacts(revision: PromptRevision): readonly (string | undefined)[] {
  const run = standingRun(revision);
  const score = run && scoreText(run);
  return [whenText(revision.lastAt), gitText(revision.git[0]), score, revision.pinned ? t`baseline` : undefined];
}

export function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

/** Without a score the mark stands alone, so that a simulated run cannot pass for a real one. */
export function runFacts(run: HistoryRun, hiddenStatus?: string): readonly (string | undefined)[] {
  const score = scoreText(run);
  const status = listedStatuses.get(run.status) ?? plainLine(run.status, 40);
  const judges = run.judges.map((judge) => plainLine(judge)).join(', ');
  return [
    score,
    t`tutor ${plainLine(run.tutor)}, judge ${judges}`,
    run.status === hiddenStatus ? undefined : status,
    run.summary?.simulated === true && score === undefined ? t`simulated` : undefined,
    run.rejudgedFrom === undefined ? undefined : t`judged again`,
    purposeText(run.purpose),
  ];
}
