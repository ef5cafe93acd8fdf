import type { Benchmark } from '../benchmark/benchmark';
import type { BenchmarkId } from '../benchmark/samples';
import { rejectionOf } from '../prompt/editFilters';
import type { PromptEdit } from '../prompt/promptEdit';
import { readPromptFile } from '../prompt/promptFile';
import type { EditWord } from '../results/editEvidence';
import { confirmationOf, winnerOf } from '../results/editReport';
import { halvesOf } from '../run/editTrial';
import { unitKey } from '../run/playOrder';
import { firstTasks } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import type { AgentAnswer } from './agentAnswer';
import { AgentError } from './agentHost';

/** Refuses edits that would pass these samples and teach nobody. Throws `AgentError` and `EditError`. */
export function assertFairEdits(session: RunSession, edits: readonly PromptEdit[]): void {
  const { path, text } = session.manifest.prompt;
  const file = readPromptFile(path, text);
  const all = [...session.items, ...session.rest];
  const firsts = new Map(all.map((item) => [item.benchmark.id, item]));
  const facts = {
    samples: [...new Set(all.map(({ sample }) => sample))].map((sample) => textsIn(sample).join('\n')),
    rubrics: [...firsts.values()].flatMap((item) =>
      firstTasks(session, item).flatMap((task) => ('prompt' in task ? [task.prompt.fixed] : [])),
    ),
  };
  const faults = edits.flatMap((edit, index) => {
    const why = rejectionOf(file, edit, facts);
    return why === undefined ? [] : [`Edit ${index + 1}: ${why}`];
  });
  if (faults.length > 0) throw new AgentError(faults.join(' '));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const nextSteps: Readonly<Record<EditWord, string>> = {
  proved: 'Tell the author what the edit gains, with interval and n. Apply it only if the author agrees.',
  supported: 'Probably better, not proved. Tell the author so, with the interval.',
  promising: 'Nothing is proved. More samples may prove it; another try on these makes luck more likely.',
  noEvidence: 'Call the edit no improvement. Read other failing cases before another edit.',
  worse: 'Do not apply the edit.',
  judgeDependent: 'Only one judge sees it. Call the edit no improvement.',
};

/** How far a race or a confirmation that has ended supports its edit; `undefined` for other runs. */
export function editFacts(session: RunSession): Pick<AgentAnswer, 'evidence' | 'next'> | undefined {
  const { edits } = session.manifest;
  if (edits === undefined) return undefined;
  if (edits.half === 'work') {
    const winner = winnerOf(session);
    if (winner === undefined) return { next: 'No edit beats the prompt here. Read other failing cases.' };
    return { next: `Call confirm_edit with edit ${winner} alone. That it won a race is no evidence.` };
  }
  const { word } = confirmationOf(session);
  const isWord = word === 'proved' || word === 'supported' || word === 'promising';
  return { evidence: isWord ? word : 'none', next: nextSteps[word] };
}

/** Cases of the half that edits are tested on. */
export function shownCases(session: RunSession, benchmarks: ReadonlyMap<BenchmarkId, Benchmark>): ReadonlySet<string> {
  const all = [...session.items, ...session.rest];
  if (session.manifest.edits?.half === 'confirm') return new Set();
  if (session.manifest.edits?.half === 'work') return new Set(all.map(({ key }) => key));
  const halves = halvesOf(
    all.map(({ benchmark, sample }) => ({ benchmark: benchmark.id, sample })),
    benchmarks,
  );
  const isWork = ({ benchmark, sample }: (typeof all)[number]) => halves.get(unitKey(benchmark, sample)) === 'work';
  return new Set(all.filter(isWork).map(({ key }) => key));
}
