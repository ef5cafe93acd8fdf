import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmarks/benchmark';
import type { LabelledReplies } from './readLabelledReplies';

/** Enough for a first look; an interval over fewer tells little. */
const firstLook = 40;

/** How many of the labels to use: `limit` is `undefined` for all. */
export interface CountChoice {
  readonly limit: number | undefined;
}

/** Asks how many dialogues or problems to use. `undefined` when nothing was chosen. */
export async function chooseCount(
  benchmark: Benchmark,
  { samples }: LabelledReplies,
  title: string,
): Promise<CountChoice | undefined> {
  const units = new Set(samples.map(({ sample }) => benchmark.unitOf(sample))).size;
  const replies = samples.reduce((sum, { gold }) => sum + gold.length, 0);
  const words = (count: number): string => count.toLocaleString('en');
  const some = vscode.l10n.t('a seeded sample of them');
  const picks = [
    {
      label: vscode.l10n.t('All {0}', words(units)),
      description: vscode.l10n.t('dialogues or problems, with {0} labelled replies', words(replies)),
      kind: 'all' as const,
    },
    ...(units > firstLook ? [{ label: String(firstLook), description: some, kind: 'first' as const }] : []),
    ...(units > 1 ? [{ label: vscode.l10n.t('Another Number…'), description: some, kind: 'own' as const }] : []),
  ].map(({ kind, ...pick }) => ({ ...pick, choice: kind }));
  const chosen = await vscode.window.showQuickPick(picks, {
    // The list before it, or the command palette, may still be giving the focus back.
    ignoreFocusOut: true,
    title,
    placeHolder: vscode.l10n.t('How many to use; those of one dialogue or problem stay together'),
  });
  if (chosen === undefined) return undefined;
  if (chosen.choice === 'all') return { limit: undefined };
  return chosen.choice === 'first' ? { limit: firstLook } : askForNumber(units, title);
}

async function askForNumber(units: number, title: string): Promise<CountChoice | undefined> {
  const answer = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Dialogues or problems, from 1 to {0}', units.toLocaleString('en')),
    validateInput: (text) => {
      const count = Number(text);
      return text.trim() !== '' && Number.isSafeInteger(count) && count >= 1 && count <= units
        ? undefined
        : vscode.l10n.t('Give a whole number from 1 to {0}.', units.toLocaleString('en'));
    },
  });
  return answer === undefined ? undefined : { limit: Number(answer) };
}
