import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { JudgeWording } from '../../core/benchmark/judging/judgeWording';
import { defaultPolicy } from '../../core/benchmark/protocolPolicy';
import type { BenchmarkId } from '../../core/benchmark/samples';
import { benchmarks } from '../../core/benchmarks/registry';
import type { UnfinishedCheck } from '../../core/report/judgesViewModel';
import { FileHandLabelLog } from '../../core/store/handLabelLog';
import type { ManifestModel } from '../../core/store/runManifest';
import { GoldSourceError } from '../../core/trust/goldSource';
import type { RunContext } from '../evaluation/runContext';
import { judgeWordings, sampleLocation } from '../evaluation/sampleFiles';
import { plainLine } from '../revisions/revisionText';
import type { LabelledReplies } from './calibrationInput';

/** Asks for one of `picks`. The list before it, or the command palette, may still be giving the focus back. */
function ask<Pick extends vscode.QuickPickItem>(
  picks: readonly Pick[],
  title: string,
  placeHolder: string,
): Thenable<Pick | undefined> {
  return vscode.window.showQuickPick(picks, { title, placeHolder, ignoreFocusOut: true, matchOnDescription: true });
}

type CheckChoice =
  { readonly kind: 'benchmark'; readonly benchmark: Benchmark } | { readonly kind: 'resume'; readonly runId: string };

export async function chooseCheck(
  given: BenchmarkId | undefined,
  root: string,
  unfinished: readonly UnfinishedCheck[],
  title: string,
): Promise<CheckChoice | undefined> {
  const wanted = given && benchmarks.get(given);
  if (wanted !== undefined) return { kind: 'benchmark', benchmark: wanted };
  const going = unfinished
    .filter(({ goesOn }) => !goesOn)
    .map((one) => ({
      label: `Go On: ${plainLine(one.judges.join(', '))} against ${plainLine(one.gold)}`,
      description: `${one.benchmarkTitle}, ${one.statusText} since ${new Date(one.at).toLocaleString()}`,
      choice: { kind: 'resume' as const, runId: one.runId },
    }));
  const fresh = [...benchmarks.values()].flatMap((benchmark) => {
    const hasOwn = handLabelFile(benchmark, root) !== undefined;
    if (benchmark.goldReplies === undefined && !hasOwn) return [];
    const description = hasOwn ? 'hand labels are there' : undefined;
    const choice = { kind: 'benchmark' as const, benchmark };
    return [{ label: benchmark.title, description, detail: benchmark.question, choice }];
  });
  const separator = { label: 'Check anew', kind: vscode.QuickPickItemKind.Separator, choice: undefined };
  const placeHolder = 'The benchmark whose judges are held against people’s labels';
  return (await ask([...going, ...(going.length > 0 ? [separator] : []), ...fresh], title, placeHolder))?.choice;
}

/** The file of one's own hand labels; `undefined` before the first. Throws `RunStoreError` for a link in its place. */
function handLabelFile({ id }: Benchmark, root: string): string | undefined {
  const labels = new FileHandLabelLog(root);
  return labels.factsOf(id) === undefined ? undefined : labels.fileOf(id);
}

/**
 * Asks which labels a judge is held against and gives their file. `labels`: one's own, without asking. Throws `GoldSourceError` where there
 * are none.
 */
export async function chooseLabelledReplies(
  benchmark: Benchmark,
  given: 'labels' | undefined,
  context: RunContext,
  title: string,
): Promise<string | undefined> {
  const own = handLabelFile(benchmark, context.prompt.root);
  if (given === 'labels') {
    if (own !== undefined) return own;
    throw new GoldSourceError(`There are no hand labels for ${benchmark.title} yet. Label replies by hand first.`);
  }
  const { kind, file } = sampleLocation(benchmark, context);
  const { goldFiles } = benchmark;
  const description = 'the sample file of the settings, as far as its replies have labels';
  const other = goldFiles === undefined ? `hand labels of ${benchmark.title}` : `${goldFiles}, or hand labels`;
  const picks = [
    ...(own === undefined ? [] : [{ label: 'My hand labels', description: path.basename(own), file: own }]),
    ...(kind === 'file' && benchmark.goldReplies !== undefined
      ? [{ label: path.basename(file), description, file }]
      : []),
    { label: 'Choose a File…', description: other, file: undefined },
  ];
  const chosen = await ask(picks, title, 'Replies that people have labelled');
  return chosen && (chosen.file ?? (await openFile(benchmark, context.uri)));
}

async function openFile({ title }: Benchmark, promptUri: vscode.Uri): Promise<string | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(promptUri)?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title: `Replies of ${title} that people have labelled`,
    openLabel: 'Use These Labels',
    filters: { ['Labelled replies']: ['json', 'jsonl'], ['All files']: ['*'] },
    ...(folder === undefined ? {} : { defaultUri: folder }),
  });
  return chosen?.[0]?.fsPath;
}

/**
 * Where the prompt has judge wordings of its own for a benchmark: asks whether those or the built-in ones are checked. Gives none for the
 * built-in ones, and `undefined` when nothing was chosen. Throws `JudgeWordingError`.
 */
export async function chooseWording(
  benchmark: Benchmark,
  judges: readonly ManifestModel[],
  context: RunContext,
  title: string,
): Promise<readonly JudgeWording[] | undefined> {
  const found = await judgeWordings({ benchmarks: [benchmark], judges }, context, defaultPolicy);
  const own = found.get(benchmark.id) ?? [];
  if (own.length === 0) return own;
  const files = [...new Set(own.map(({ file }) => file))].join(', ');
  const picks = [
    { label: 'Your own wording', description: plainLine(files), wordings: own },
    { label: 'The built-in wording', description: undefined, wordings: [] },
  ];
  const placeHolder = 'Each wording is a judge of its own, with cards of its own';
  return (await ask(picks, title, placeHolder))?.wordings;
}

/** Enough for a first look; an interval over fewer tells little. */
const firstLook = 40;

/** How many of the labels to use: `limit` is `undefined` for all. */
interface CountChoice {
  readonly limit: number | undefined;
}

export async function chooseCount(
  benchmark: Benchmark,
  { samples }: LabelledReplies,
  title: string,
): Promise<CountChoice | undefined> {
  const units = new Set(samples.map(({ sample }) => benchmark.unitOf(sample))).size;
  const replies = samples.reduce((sum, { gold }) => sum + gold.length, 0);
  const words = (count: number): string => count.toLocaleString('en');
  const all = `dialogues or problems, with ${words(replies)} labelled replies`;
  const description = 'a seeded sample of them';
  const picks: (vscode.QuickPickItem & { readonly choice?: CountChoice })[] = [
    { label: `All ${words(units)}`, description: all, choice: { limit: undefined } },
  ];
  if (units > firstLook) picks.push({ label: String(firstLook), description, choice: { limit: firstLook } });
  if (units > 1) picks.push({ label: 'Another Number…', description });
  const chosen = await ask(picks, title, 'How many to use; those of one dialogue or problem stay together');
  if (chosen === undefined || chosen.choice !== undefined) return chosen?.choice;
  const answer = await vscode.window.showInputBox({
    title,
    prompt: `Dialogues or problems, from 1 to ${words(units)}`,
    validateInput: (text) => {
      const count = text.trim() === '' ? Number.NaN : Number(text);
      const isRight = Number.isSafeInteger(count) && count >= 1 && count <= units;
      return isRight ? undefined : `Give a whole number from 1 to ${words(units)}.`;
    },
  });
  return answer === undefined ? undefined : { limit: Number(answer) };
}
