import * as vscode from 'vscode';
import { headlineNames, metricName, readMetricName } from '../../core/benchmark/aims';
import type { Benchmark } from '../../core/benchmark/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import { aimsEdit } from '../../core/prompt/aimsEdit';
import { readFrontMatter } from '../../core/prompt/frontMatter';
import { inform, Notice, t } from '../log';
import { readSettings } from '../settings';

/** A heading has no name. */
type MetricItem = vscode.QuickPickItem & { readonly name?: string };

/** As many as front matter may name. */
const mostNames = 20;

/** Asks for targets, then guards, and writes them into the front matter as one edit. */
export async function chooseTargets(document: vscode.TextDocument): Promise<void> {
  const { defaults } = readFrontMatter(document.getText());
  const fullNames = (names: readonly string[] = []): readonly string[] =>
    names.flatMap((name) => {
      const read = readMetricName(name, benchmarks);
      return 'name' in read ? [read.name] : [];
    });
  const [targets, guards] = [fullNames(defaults.targets), fullNames(defaults.guards)];
  const chosen = defaults.benchmarks ?? readSettings(document.uri).choices.benchmarks ?? [];
  const isOffered = ({ id }: Benchmark): boolean =>
    chosen.includes(id) || [...targets, ...guards].some((name) => name.startsWith(`${id}/`));
  const all = [...benchmarks.values()];
  const offered = all.some(isOffered) ? all.filter(isOffered) : all.slice(0, 1);
  const headlines = offered.flatMap(headlineNames);
  const wanted = await ask(offered, {
    title: t`Targets: what the prompt is meant to improve (1 of 2)`,
    placeHolder: t`Few targets are settled sooner. None: the headline metrics count.`,
    picked: targets.length > 0 ? targets : headlines,
    first: headlines,
    without: [],
  });
  if (wanted === undefined) return;
  const kept = await ask(offered, {
    title: t`Guards: what must not get worse by more than its margin (2 of 2)`,
    placeHolder: t`May be none`,
    picked: guards,
    first: [],
    without: wanted,
  });
  if (kept === undefined) return;
  const changes = aimsEdit(document.getText(), { targets: wanted, guards: kept });
  if (changes === undefined)
    throw new Notice(t`The front matter of this file cannot be changed: write one setting a line, in valid YAML.`);
  const edit = new vscode.WorkspaceEdit();
  for (const { start, end, text } of changes)
    edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
  if (changes.length > 0 && (await vscode.workspace.applyEdit(edit)))
    inform(t`The front matter names the new targets and guards. They count from the next run on.`);
}

/** `first`: listed above the others. */
type Question = Record<'title' | 'placeHolder', string> & Record<'picked' | 'first' | 'without', readonly string[]>;

async function ask(offered: readonly Benchmark[], { title, placeHolder, picked, first, without }: Question) {
  const items = offered.flatMap(({ id, title: heading, metrics, blocks }): readonly MetricItem[] => {
    const rows = metrics.flatMap((metric): readonly MetricItem[] => {
      const name = metricName(id, metric);
      // One without a better direction cannot be aimed at.
      if ('problem' in readMetricName(name, benchmarks) || without.includes(name)) return [];
      const where = blocks.find((block) => block.id === metric.block)?.title ?? '';
      const suggested = first.includes(name) ? 'headline' : '';
      const description = [t(where), suggested].filter(Boolean).join(', ');
      return [{ label: metric.title, description, detail: t(metric.explain), picked: picked.includes(name), name }];
    });
    const isFirst = ({ name = '' }: MetricItem): boolean => first.includes(name) || picked.includes(name);
    const separator = { label: heading, kind: vscode.QuickPickItemKind.Separator };
    return [separator, ...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))];
  });
  const options = { title, placeHolder, canPickMany: true, matchOnDescription: true, matchOnDetail: true } as const;
  const answer = await vscode.window.showQuickPick(items, options);
  const names = answer?.flatMap(({ name }) => name ?? []);
  if (names !== undefined && names.length > mostNames) throw new Notice(t`Choose at most ${mostNames}; few are best.`);
  return names;
}
