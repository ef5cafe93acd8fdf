import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { JudgeText } from '../../core/benchmark/judging/promptOverride';
import { startingOverride, overrideFolderName } from '../../core/benchmark/judging/promptOverrideFile';
import { benchmarks } from '../../core/benchmarks/registry';
import { builtInTexts } from '../../core/run/readPromptOverrides';
import { starterFile } from '../evaluation/sampleFiles';
import { writeExport } from '../exports/exportFiles';
import { choose, Notice, t } from '../log';
import { readSettings } from '../settings';

export async function customizeJudge(uri: vscode.Uri | undefined, extensionUri: vscode.Uri): Promise<void> {
  if (!vscode.workspace.isTrusted)
    throw new Notice(t`Custom judge prompts are not used in Restricted Mode. Trust the folder first.`);
  const folder = folderFor(uri);
  if (folder === undefined)
    throw new Notice(t`Open a folder first: a custom judge prompt is a file in it, beside or above the prompt.`);
  const { choices, policy } = readSettings(uri);
  const isChosen = ({ id }: Benchmark): boolean => choices.benchmarks?.includes(id) === true;
  const offered = [...benchmarks.values()].sort((left, right) => Number(isChosen(right)) - Number(isChosen(left)));
  const items = offered.map((benchmark) => {
    return { label: benchmark.title, description: benchmark.id, detail: t(benchmark.question), benchmark };
  });
  const { benchmark } = (await choose(items, t`Customize a judge of`)) ?? {};
  if (benchmark === undefined) return;
  const texts = await builtInTexts(benchmark, starterFile(benchmark, extensionUri), policy);
  const placeHolder = t`Its built-in prompt is written to a file in ${vscode.workspace.asRelativePath(folder)}`;
  const chosen = await choose(judgeItems(benchmark, texts), t`Judge of ${benchmark.title}`, placeHolder);
  if (chosen === undefined) return;
  const file = vscode.Uri.file(path.join(folder, benchmark.id, chosen.file));
  if ((await vscode.workspace.fs.stat(file).then(undefined, () => undefined)) === undefined) {
    const { judges, hash, text } = chosen.text;
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, '..'));
    await writeExport(file, startingOverride(judges[0] ?? '', hash, text));
  }
  await vscode.window.showTextDocument(file);
}

function folderFor(uri: vscode.Uri | undefined): string | undefined {
  const workspace = (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
  if (workspace?.uri.scheme !== 'file') return undefined;
  const setting = readSettings(uri ?? workspace.uri).judgeOverrideFolder;
  return path.resolve(workspace.uri.fsPath, setting === '' ? overrideFolderName : setting);
}

function judgeItems(benchmark: Benchmark, texts: readonly JudgeText[]) {
  return texts.map((text) => {
    const [first = ''] = text.judges;
    const ofJudge = texts.filter(({ judges }) => judges.includes(first));
    const number = ofJudge.indexOf(text) + 1;
    const isAlone = ofJudge.length === 1;
    const info = benchmark.judges.find(({ id }) => id === first);
    return {
      label: info?.title ?? first,
      description: isAlone ? text.judges.join(', ') : t`${first}, prompt ${number}`,
      detail: t(info?.question ?? ''),
      text,
      file: isAlone ? `${first}.md` : `${first}-${number}.md`,
    };
  });
}
