import * as vscode from 'vscode';
import * as z from 'zod';
import { benchmarks } from '../../core/benchmarks/registry';
import { parseModelReference } from '../../core/providers/modelReference';
import type { TrustCard } from '../../core/store/trustCard';
import { setInFrontMatter } from '../editor/setInFrontMatter';
import { providersOf } from '../evaluation/runProviders';
import { showFailure } from '../log';
import { readSettings } from '../settings';
import { addConnection } from './addConnection';
import type { ApiKeys } from './apiKeys';
import { checkInWindow } from './checkInWindow';
import { keepChoice } from './keepChoice';
import { modelRows } from './modelRows';
import { pickModels } from './pickModels';

/** What choosing works with. */
export interface ChoosingServices {
  readonly keys: ApiKeys;
  readonly log: vscode.LogOutputChannel;
  readonly extensionUri: vscode.Uri;
  /** What calibrations found of judges. */
  readonly cards: () => Promise<readonly TrustCard[]>;
}

/** Asks for the tutor and then the judges, and writes both to the settings. */
export async function chooseModels(uri: vscode.Uri | undefined, services: ChoosingServices): Promise<void> {
  if (await setInFrontMatter(uri, ['tutor', 'judges'])) return;
  const { choices } = readSettings(uri);
  const [tutor] =
    (await askForModels('tutor', uri, services, {
      current: [choices.tutor ?? 'offline'],
      title: vscode.l10n.t('Tutor model (1 of 2)'),
      placeholder: vscode.l10n.t('Choose, or type provider:model'),
    })) ?? [];
  if (tutor === undefined) return;
  const judges = await askForJudges(
    uri,
    services,
    choices.judges ?? ['offline'],
    vscode.l10n.t('Judge models (2 of 2)'),
  );
  if (judges === undefined) return;
  await keepChoice(uri, 'tutor', tutor);
  await keepChoice(uri, 'judges', judges);
}

/** Asks for judges and writes nothing; `undefined` when none was chosen. */
export function askForJudges(
  uri: vscode.Uri | undefined,
  services: ChoosingServices,
  current: readonly string[],
  title: string,
): Promise<readonly string[] | undefined> {
  const placeholder = vscode.l10n.t('Choose one or more, or type provider:model; several are reported side by side');
  return askForModels('judge', uri, services, { current, title, placeholder });
}

/**
 * Shows what works with a model: the one that `argument` names, which any extension may have made up, else the one that is chosen. One
 * that is to be used becomes the tutor.
 */
export async function checkChosenModel(
  uri: vscode.Uri | undefined,
  services: ChoosingServices,
  argument: unknown,
): Promise<void> {
  const settings = readSettings(uri);
  const { choices } = settings;
  const named = checkWish.safeParse(argument);
  if (named.success) {
    await checkInWindow(named.data.reference, { ...services, settings, uri });
    return;
  }
  const [reference] =
    (await askForModels('tutor', uri, services, {
      current: [choices.tutor ?? 'offline'],
      title: vscode.l10n.t('Check which model?'),
      placeholder: vscode.l10n.t('Choose, or type provider:model'),
      checks: true,
    })) ?? [];
  if (reference !== undefined) await keepChoice(uri, 'tutor', reference);
}

/** What the question before a run hands over. */
const checkWish = z.object({ reference: z.string().max(500) });

interface Asking {
  readonly current: readonly string[];
  readonly title: string;
  readonly placeholder: string;
  /** Whether a choice is a wish to check it. */
  readonly checks?: boolean;
}

async function askForModels(
  role: 'tutor' | 'judge',
  uri: vscode.Uri | undefined,
  services: ChoosingServices,
  { current, title, placeholder, checks = false }: Asking,
): Promise<readonly string[] | undefined> {
  const checked = checkedOn(role === 'judge' ? await services.cards() : []);
  for (;;) {
    const settings = readSettings(uri);
    const providers = providersOf(settings);
    const isReference = (text: string): boolean => parseModelReference(text, providers).kind === 'reference';
    const rows = await modelRows({ role, settings, keys: services.keys, current, checked });
    const answer = await pickModels({ title, placeholder, many: role === 'judge', current, rows, isReference });
    if (answer === undefined) return undefined;
    if (answer.kind === 'add') {
      await addConnection(services.keys);
      continue;
    }
    if (answer.kind === 'chosen' && !checks) return answer.references;
    const [reference = ''] = answer.kind === 'check' ? [answer.reference] : answer.references;
    try {
      if (await checkInWindow(reference, { ...services, settings, uri })) return [reference];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      void showFailure(services.log, vscode.l10n.t('{0} cannot be checked: {1}', reference, reason), error);
    }
  }
}

/** Titles of benchmarks by judge. */
function checkedOn(cards: readonly TrustCard[]): ReadonlyMap<string, readonly string[]> {
  const titles = new Map<string, Set<string>>();
  for (const { judge, benchmark } of cards) {
    const known = titles.get(judge) ?? new Set();
    titles.set(judge, known.add(benchmarks.get(benchmark)?.title ?? benchmark));
  }
  return new Map([...titles].map(([judge, found]) => [judge, [...found]]));
}
