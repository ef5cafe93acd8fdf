import * as vscode from 'vscode';
import { serverAt } from '../../core/providers/apiAddresses';
import { parseModelReference } from '../../core/providers/modelReference';
import { isEditorModel } from '../../core/providers/editorProvider';
import { isSimulated } from '../../core/providers/providerRegistry';
import { providersOf } from '../evaluation/runProviders';
import { setInFrontMatter } from '../editor/setInFrontMatter';
import { readSettings } from '../settings';
import type { ApiKeys } from './apiKeys';
import { listEditorModels } from './editorModels';
import { keepChoice } from './keepChoice';

interface ModelPick extends vscode.QuickPickItem {
  readonly reference: string;
}

/** Asks for the tutor and then the judges among what is configured, and writes both to the settings. */
export async function chooseModels(uri: vscode.Uri | undefined, keys: ApiKeys): Promise<void> {
  if (await setInFrontMatter(uri, ['tutor', 'judges'])) return;
  const { choices } = readSettings(uri);
  const tutor = await pickTutor(
    await modelPicks('tutor', [choices.tutor ?? 'offline'], keys, uri),
    choices.tutor ?? 'offline',
  );
  if (tutor === undefined) return;
  const judges = await pickJudges(
    await modelPicks('judge', choices.judges ?? ['offline'], keys, uri),
    choices.judges ?? ['offline'],
    vscode.l10n.t('Judge models (2 of 2)'),
  );
  if (judges === undefined) return;
  await keepChoice(uri, 'tutor', tutor);
  await keepChoice(uri, 'judges', judges);
}

/** Asks for judges and writes nothing; `undefined` when none was chosen. */
export async function askForJudges(
  uri: vscode.Uri | undefined,
  keys: ApiKeys,
  current: readonly string[],
  title: string,
): Promise<readonly string[] | undefined> {
  return pickJudges(await modelPicks('judge', current, keys, uri), current, title);
}

async function modelPicks(
  role: 'tutor' | 'judge',
  current: readonly string[],
  keys: ApiKeys,
  uri: vscode.Uri | undefined,
): Promise<readonly ModelPick[]> {
  const settings = readSettings(uri);
  const picks: ModelPick[] = [];
  for (const entry of providersOf(settings).values()) {
    if (isEditorModel(entry.id)) {
      for (const { reference, name } of await listEditorModels())
        picks.push({ label: reference, description: vscode.l10n.t('{0}, of VS Code', name), reference });
      continue;
    }
    if (isSimulated(entry.id)) {
      picks.push({
        label: entry.id,
        description:
          role === 'tutor'
            ? vscode.l10n.t('simulated: no key, no network, no cost')
            : vscode.l10n.t(
                'on this machine: no key, no network, no cost; simulated, but for MRBench’s judge, which learned from people’s labels',
              ),
        reference: entry.id,
      });
      continue;
    }
    const baseUrl = serverAt(entry.id, settings.baseUrlFor(entry.id));
    const state =
      baseUrl !== undefined
        ? vscode.l10n.t('at {0}', baseUrl)
        : (await keys.get(entry.id)) !== ''
          ? vscode.l10n.t('key is set')
          : vscode.l10n.t('no key yet: run Set API Key');
    for (const model of entry.suggestions.models) {
      picks.push({ label: `${entry.id}:${model}`, description: state, reference: `${entry.id}:${model}` });
    }
  }
  for (const reference of current) {
    if (!picks.some((pick) => pick.reference === reference)) picks.unshift({ label: reference, reference });
  }
  return picks;
}

/** The list takes any reference that is typed, too: servers of one's own have models that no list knows. */
async function pickTutor(picks: readonly ModelPick[], current: string): Promise<string | undefined> {
  const quickPick = vscode.window.createQuickPick<ModelPick>();
  quickPick.title = vscode.l10n.t('Tutor model (1 of 2)');
  quickPick.placeholder = vscode.l10n.t('Choose, or type provider:model');
  quickPick.items = picks;
  quickPick.activeItems = picks.filter((pick) => pick.reference === current);
  quickPick.onDidChangeValue((value) => {
    const typed = parseModelReference(value, providersOf(readSettings()));
    const known = picks.some((pick) => pick.reference === value.trim());
    const own =
      typed.kind === 'reference' && !known
        ? [{ label: value.trim(), description: vscode.l10n.t('use this model'), reference: value.trim() }]
        : [];
    quickPick.items = [...own, ...picks];
  });
  return new Promise((resolve) => {
    quickPick.onDidAccept(() => {
      resolve(quickPick.selectedItems[0]?.reference);
      quickPick.hide();
    });
    quickPick.onDidHide(() => {
      resolve(undefined);
      quickPick.dispose();
    });
    quickPick.show();
  });
}

async function pickJudges(
  picks: readonly ModelPick[],
  current: readonly string[],
  title: string,
): Promise<readonly string[] | undefined> {
  const items = picks.map((pick) => ({ ...pick, picked: current.includes(pick.reference) }));
  const other = { label: vscode.l10n.t('Another model…'), reference: '', alwaysShow: true };
  const chosen = await vscode.window.showQuickPick([...items, other], {
    title,
    placeHolder: vscode.l10n.t('Several judges are reported side by side'),
    canPickMany: true,
    // A list before it may still be giving the focus back.
    ignoreFocusOut: true,
  });
  if (chosen === undefined || chosen.length === 0) return undefined;
  const references = chosen.map((pick) => pick.reference).filter((reference) => reference !== '');
  if (!chosen.some((pick) => pick.reference === '')) return references;
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Judge model'),
    placeHolder: 'openai:…',
    validateInput: (value) => {
      const parsed = parseModelReference(value, providersOf(readSettings()));
      return parsed.kind === 'problem' ? parsed.problem : undefined;
    },
  });
  return typed === undefined ? undefined : [...references, typed.trim()];
}
