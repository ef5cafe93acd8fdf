import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { JudgeText } from '../../core/benchmark/judging/judgeWording';
import { startingWording, wordingFolderName } from '../../core/benchmark/judging/judgeWordingFile';
import { benchmarks } from '../../core/benchmarks/registry';
import { builtInTexts } from '../../core/run/readJudgeWordings';
import { starterFile } from '../evaluation/sampleFiles';
import { warn } from '../log';
import { readSettings } from '../settings';
import { writeExport } from './exportFiles';

export async function customizeJudge(uri: vscode.Uri | undefined, extensionUri: vscode.Uri): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    warn('Judge wordings are not used in Restricted Mode. Trust the folder first.');
    return;
  }
  const folder = folderFor(uri);
  if (folder === undefined) {
    warn('Open a folder first: a judge wording is a file in it, beside or above the prompt.');
    return;
  }
  const benchmark = await pickBenchmark(uri);
  if (benchmark === undefined) return;
  const texts = await builtInTexts(benchmark, starterFile(benchmark, extensionUri), readSettings(uri).policy);
  const chosen = await vscode.window.showQuickPick(judgeItems(benchmark, texts), {
    // The list before it, or the command palette, may still be giving the focus back.
    ignoreFocusOut: true,
    title: `Judge of ${benchmark.title}`,
    placeHolder: `Its built-in text is written to a file in ${vscode.workspace.asRelativePath(folder)}`,
    matchOnDetail: true,
  });
  if (chosen === undefined) return;
  const file = vscode.Uri.file(path.join(folder, benchmark.id, chosen.file));
  if ((await vscode.workspace.fs.stat(file).then(undefined, () => undefined)) === undefined) {
    const { judges, hash, text } = chosen.text;
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, '..'));
    await writeExport(file, startingWording(judges[0] ?? '', hash, text));
  }
  await vscode.window.showTextDocument(file);
}

function folderFor(uri: vscode.Uri | undefined): string | undefined {
  const workspace = (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
  if (workspace?.uri.scheme !== 'file') return undefined;
  const setting = readSettings(uri ?? workspace.uri).judgeWordingFolder;
  return path.resolve(workspace.uri.fsPath, setting === '' ? wordingFolderName : setting);
}

async function pickBenchmark(uri: vscode.Uri | undefined): Promise<Benchmark | undefined> {
  const named = new Set(readSettings(uri).choices.benchmarks);
  const items = [...benchmarks.values()].map((benchmark) => {
    const { id, title, question } = benchmark;
    return { label: title, description: id, detail: question, benchmark };
  });
  items.sort((left, right) => Number(named.has(right.benchmark.id)) - Number(named.has(left.benchmark.id)));
  const options = { title: 'Customize a judge of', ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(items, options))?.benchmark;
}

function judgeItems(benchmark: Benchmark, texts: readonly JudgeText[]) {
  return texts.map((text) => {
    const [first = ''] = text.judges;
    const ofJudge = texts.filter(({ judges }) => judges.includes(first));
    const isAlone = ofJudge.length === 1;
    const place = ofJudge.indexOf(text) + 1;
    const info = benchmark.judges.find(({ id }) => id === first);
    return {
      label: info?.title ?? first,
      description: isAlone ? text.judges.join(', ') : `${first}, text ${place}`,
      detail: info?.question ?? '',
      text,
      file: isAlone ? `${first}.md` : `${first}-${place}.md`,
    };
  });
}
