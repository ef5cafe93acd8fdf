import { type EditsRequest, planEdits } from '../history/planEdits';
import { promptHistory } from '../history/promptHistory';
import { turnedDownEdits } from '../history/turnedDown';
import { editTitle } from '../prompt/promptEdit';
import { readPromptFile } from '../prompt/promptFile';
import type { EditOutcome } from '../results/editEvidence';
import { winnerOf } from '../results/editReport';
import { filterFacts, triedEdit } from '../results/suggestedEdits';
import { halfOf } from '../run/editTrial';
import { unitKey } from '../run/playOrder';
import type { PlannedRun } from '../run/planRun';
import { createRunSession, type RunSession } from '../run/runSession';
import type { WorkItem } from '../run/workItem';
import { FileRunStore } from '../store/fileRunStore';
import { hasPrompt } from '../store/runManifest';
import type { AgentAnswer } from './agentAnswer';
import { AgentError, type AgentHost, type AgentRunRequest } from './agentHost';

/** The run with the wished edits, if any. Refuses those turned down or fitted to these samples. Throws `AgentError`. */
export async function withEdits(
  planned: PlannedRun,
  { edit, edits = edit && [edit] }: Pick<AgentRunRequest, 'edit' | 'edits'>,
  request: Omit<EditsRequest, 'confirm'>,
  benchmarks: AgentHost['benchmarks'],
): Promise<PlannedRun> {
  if (edits === undefined) return planned;
  const { path, text } = planned.manifest.prompt;
  const file = readPromptFile(path, text);
  const facts = filterFacts(createRunSession(planned.manifest, planned.samples, benchmarks));
  const history = await promptHistory(new FileRunStore(request.root), path);
  const turnedDown = await turnedDownEdits(history, path, request.root, benchmarks);
  const tried = edits.map((one) => triedEdit(file, one, facts, turnedDown));
  const faults = tried.flatMap(({ refused }, index) =>
    refused === undefined ? [] : [`Edit ${index + 1}: ${refused}`],
  );
  if (faults.length > 0) throw new AgentError(faults.join(' '));
  const candidates = edits.map((one, index) => ({ title: editTitle(one), text: tried[index]?.text ?? '' }));
  return planEdits(planned, candidates, { ...request, confirm: edit !== undefined }, benchmarks);
}

const nextSteps: Readonly<Record<EditOutcome, string>> = {
  proved: 'Tell the author what the edit gains, with interval and n. Apply it only if the author agrees.',
  supported: 'Probably better, not proved. Tell the author so, with the interval.',
  promising: 'Nothing is proved. More samples may prove it; another try on these makes luck more likely.',
  noEvidence: 'Call the edit no improvement. Read other failing cases before another edit.',
  worse: 'Do not apply the edit.',
  judgeDependent: 'Only one judge sees it. Call the edit no improvement.',
};

export type NextStep = Pick<AgentAnswer, 'evidence' | 'next'>;

/** How far a race or a confirmation that has ended supports its edit; `undefined` for other runs. */
export function editFacts(session: RunSession, outcome: EditOutcome = 'noEvidence'): NextStep | undefined {
  const { edits } = session.manifest;
  if (edits === undefined) return undefined;
  if (edits.half === 'work') {
    const winner = winnerOf(session);
    if (winner === undefined) return { next: 'No edit beats the prompt here. Read other failing cases.' };
    return { next: `Call confirm_edit with edit ${winner} alone. That it won a race is no evidence.` };
  }
  const isFound = outcome === 'proved' || outcome === 'supported' || outcome === 'promising';
  return { evidence: isFound ? outcome : 'none', next: nextSteps[outcome] };
}

/** Of the half that edits are tested on, with the prompt itself. What edits are confirmed on could be fitted to. */
export function shownItems({ manifest, items }: RunSession): readonly WorkItem[] {
  return items.filter((item) => {
    const half = manifest.edits?.half ?? halfOf(unitKey(item.benchmark, item.sample));
    return half === 'work' && hasPrompt(manifest, item);
  });
}
