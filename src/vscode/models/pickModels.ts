import * as vscode from 'vscode';
import { serverAt } from '../../core/providers/apiAddress';
import { connectionPrice } from '../../core/providers/connection';
import { isEditorModel } from '../../core/providers/editorProvider';
import { isHomeServer } from '../../core/providers/homeServer';
import type { ListedModel } from '../../core/providers/listedModel';
import { factsOf } from '../../core/providers/modelFacts';
import type { ModelPrice } from '../../core/providers/modelRow';
import { priceOf } from '../../core/providers/prices';
import type { ProviderEntry } from '../../core/providers/providerEntry';
import { isSimulated } from '../../core/providers/providerRegistry';
import { providersOf } from '../evaluation/runProviders';
import type { Settings } from '../settings';
import type { ApiKeys } from './apiKeys';
import { listEditorModels } from './editorModels';

/** One row of the list: a model, a heading, or something that puts other rows in the place of all. */
export interface ModelRow extends vscode.QuickPickItem {
  /** The model; absent for a heading and for `more`. */
  readonly reference?: string;
  /** Whether it stands for a server that is to be added. */
  readonly adds?: true;
  /** Reads further rows, which then stand before the others. Rejects with what to show in their place. */
  readonly more?: (signal: AbortSignal) => Promise<readonly ModelRow[]>;
}

interface ModelQuestion {
  readonly title: string;
  readonly placeholder: string;
  readonly many: boolean;
  readonly current: readonly string[];
  readonly rows: readonly ModelRow[];
  /** Whether a typed text names a model that is in no list. */
  readonly isReference: (text: string) => boolean;
}

type ModelAnswer =
  | { readonly kind: 'chosen'; readonly references: readonly string[] }
  /** The user wants to know first what works with it. */
  | { readonly kind: 'check'; readonly reference: string }
  | { readonly kind: 'add' };

/** Asks for one model or several; takes any reference that is typed, too. `undefined` when the user left. */
export function pickModels(question: ModelQuestion): Promise<ModelAnswer | undefined> {
  return new Promise((resolve) => new ModelPick(question, resolve).show());
}

class ModelPick {
  readonly #question: ModelQuestion;
  readonly #pick = vscode.window.createQuickPick<ModelRow>();
  readonly #loading = new AbortController();
  readonly #checkButton = { iconPath: new vscode.ThemeIcon('beaker'), tooltip: 'Check this model' };
  readonly #resolve: (answer: ModelAnswer | undefined) => void;
  #rows: readonly ModelRow[];
  #chosen: ReadonlySet<string>;

  constructor(question: ModelQuestion, resolve: (answer: ModelAnswer | undefined) => void) {
    this.#question = question;
    this.#resolve = resolve;
    this.#rows = question.rows;
    this.#chosen = new Set(question.current);
    const pick = this.#pick;
    pick.title = question.title;
    pick.placeholder = question.placeholder;
    pick.canSelectMany = question.many;
    pick.matchOnDescription = true;
    // A list before it may still be giving the focus back, and servers are waited for.
    pick.ignoreFocusOut = true;
    pick.onDidChangeValue(() => this.#draw());
    pick.onDidChangeSelection((selected) => this.#selected(selected));
    pick.onDidTriggerItemButton(({ item }) => {
      if (item.reference !== undefined) this.#end({ kind: 'check', reference: item.reference });
    });
    pick.onDidAccept(() => this.#accept());
    pick.onDidHide(() => this.#end(undefined));
  }

  show(): void {
    this.#draw();
    this.#pick.show();
  }

  #draw(): void {
    const { many, isReference } = this.#question;
    const typed = this.#pick.value.trim();
    const isKnown = this.#rows.some(({ reference }) => reference === typed);
    const own =
      !isKnown && isReference(typed)
        ? [{ label: typed, description: 'use this model', reference: typed, alwaysShow: true }]
        : [];
    const rows = [...own, ...this.#rows].map((row) =>
      row.reference === undefined ? row : { ...row, buttons: [this.#checkButton] },
    );
    this.#pick.items = rows;
    const chosen = rows.filter(({ reference }) => reference !== undefined && this.#chosen.has(reference));
    if (many) this.#pick.selectedItems = chosen;
    else this.#pick.activeItems = typed === '' ? chosen : rows.slice(0, 1);
  }

  #selected(selected: readonly ModelRow[]): void {
    if (selected.some(({ adds }) => adds === true)) {
      this.#end({ kind: 'add' });
      return;
    }
    const row = selected.find(({ more }) => more !== undefined);
    if (row !== undefined) {
      void this.#load(row);
      return;
    }
    // Rows that a text in the box hides are still chosen.
    const shown = new Set(this.#pick.items.flatMap(({ reference }) => reference ?? []));
    const hidden = [...this.#chosen].filter((reference) => !shown.has(reference));
    if (this.#question.many)
      this.#chosen = new Set([...hidden, ...selected.flatMap(({ reference }) => reference ?? [])]);
  }

  async #load({ more, label }: ModelRow): Promise<void> {
    const pick = this.#pick;
    pick.busy = true;
    pick.enabled = false;
    const found = await more?.(this.#loading.signal).catch((error: unknown): readonly ModelRow[] => [
      { label: `$(error) ${error instanceof Error ? error.message : String(error)}`, alwaysShow: true },
    ]);
    if (this.#loading.signal.aborted) return;
    const heads = new Set(found?.map((row) => row.reference ?? row.label));
    const rest = this.#rows.filter((row) => row.label !== label && !heads.has(row.reference ?? row.label));
    this.#rows = [...(found ?? []), ...rest];
    pick.value = '';
    pick.enabled = true;
    pick.busy = false;
    this.#draw();
    const [first] = pick.items.filter(({ reference }) => reference !== undefined);
    if (first !== undefined) pick.activeItems = [first];
  }

  #accept(): void {
    const references = this.#question.many
      ? [...this.#chosen]
      : this.#pick.selectedItems.flatMap(({ reference }) => reference ?? []);
    if (references.length > 0) this.#end({ kind: 'chosen', references });
  }

  /** Hearing of the list's end again, once it is disposed of, changes nothing. */
  #end(answer: ModelAnswer | undefined): void {
    this.#resolve(answer);
    this.#loading.abort();
    this.#pick.dispose();
  }
}

interface RowSources {
  readonly role: 'tutor' | 'judge';
  readonly settings: Settings;
  readonly keys: ApiKeys;
  readonly current: readonly string[];
  /** Titles of the benchmarks on which a judge was checked against people, by its reference. */
  readonly checked: ReadonlyMap<string, readonly string[]>;
}

/** Everything there is to choose from, without asking any server: those are asked when their row is chosen. */
export async function modelRows(sources: RowSources): Promise<readonly ModelRow[]> {
  const { role, current, settings } = sources;
  const entries = [...providersOf(settings).values()];
  const rows: ModelRow[] = [];
  const more: ModelRow[] = [];
  for (const entry of entries) {
    if (isEditorModel(entry.id)) rows.push(...(await editorRows()));
    else if (isSimulated(entry.id)) rows.push(offlineRow(role, entry.id));
    else {
      const server = await serverOf(entry, sources);
      if (entry.suggestions.models.length > 0) {
        rows.push(
          heading(server.hasKey ? entry.title : `${entry.title} · no key yet`),
          ...entry.suggestions.models.map((id) => modelRow(entry, { id }, sources, server.baseUrl)),
        );
      }
      const isOffered = server.hasKey && !(server.isHome && entry.connection?.needsKey === false);
      if (isOffered) more.push(listRow(entry, server, sources));
    }
  }
  const home = entries.filter(({ connection }) => connection !== undefined && isHomeServer(connection.baseUrl));
  const known = new Set(rows.flatMap(({ reference }) => reference ?? []));
  const others = current
    .filter((reference) => !known.has(reference))
    .map((reference) => ({ label: reference, reference }));
  return [
    ...(others.length > 0 ? [heading('In use'), ...others] : []),
    ...rows,
    heading('More'),
    findRow(home, sources),
    ...more,
    {
      label: '$(add) Add a connection…',
      description: 'Azure, a gateway, another server',
      alwaysShow: true,
      adds: true,
    },
  ];
}

interface Server {
  readonly baseUrl: string | undefined;
  readonly apiKey: string;
  readonly hasKey: boolean;
  readonly isHome: boolean;
}

async function serverOf(entry: ProviderEntry, { settings, keys }: RowSources): Promise<Server> {
  const baseUrl = entry.connection?.baseUrl ?? serverAt(entry.id, settings.baseUrlFor(entry.id));
  const apiKey = entry.needsKey ? await keys.get(entry.id) : '';
  const needsKey = entry.connection?.needsKey ?? baseUrl === undefined;
  return { baseUrl, apiKey, hasKey: !needsKey || apiKey !== '', isHome: isHomeServer(baseUrl) };
}

async function listed(entry: ProviderEntry, server: Server, signal: AbortSignal): Promise<readonly ListedModel[]> {
  const { apiKey, baseUrl } = server;
  const provider = entry.create({ apiKey, ...(baseUrl === undefined ? {} : { baseUrl }) });
  return (await provider.models?.(signal)) ?? [];
}

function listRow(entry: ProviderEntry, server: Server, sources: RowSources): ModelRow {
  const label = `$(list-unordered) All models of ${entry.title}…`;
  return {
    label,
    description: server.baseUrl,
    alwaysShow: true,
    more: async (signal) => {
      const models = await listed(entry, server, signal);
      if (models.length === 0) throw new Error(`${entry.title} lists no models.`);
      return [heading(entry.title), ...models.map((model) => modelRow(entry, model, sources, server.baseUrl))];
    },
  };
}

/** Servers on this machine are asked after a click only; one that is not there is no error. */
function findRow(entries: readonly ProviderEntry[], sources: RowSources): ModelRow {
  return {
    label: '$(search) Find models on this machine…',
    description: entries.map(({ title }) => title).join(', '),
    alwaysShow: true,
    more: async (signal) => {
      const found = await Promise.all(
        entries.map(async (entry) => {
          const models = await listed(entry, await serverOf(entry, sources), signal).catch(() => []);
          return models.length === 0
            ? []
            : [
                heading(`${entry.title} · ${entry.connection?.baseUrl ?? ''}`),
                ...models.map((model) => modelRow(entry, model, sources, entry.connection?.baseUrl)),
              ];
        }),
      );
      const rows = found.flat();
      if (rows.length > 0) return rows;
      const asked = entries.map(({ connection }) => connection?.baseUrl ?? '').join(', ');
      throw new Error(`No server answers. Start one first; these were asked: ${asked}`);
    },
  };
}

async function editorRows(): Promise<readonly ModelRow[]> {
  const models = await listEditorModels();
  const rows = models.map(({ reference, name }) => ({ label: reference, description: name, reference }));
  return rows.length === 0 ? [] : [heading('VS Code, from your subscriptions'), ...rows];
}

function offlineRow(role: RowSources['role'], id: string): ModelRow {
  const description =
    role === 'tutor'
      ? 'simulated: no key, no network, no cost'
      : 'no key, no network, no cost; simulated, but for MRBench’s judge';
  return { label: id, description, reference: id };
}

function modelRow(
  entry: ProviderEntry,
  model: ListedModel,
  { role, checked }: RowSources,
  baseUrl: string | undefined,
): ModelRow {
  const reference = `${entry.id}:${model.id}`;
  const facts = factsOf(entry.connection?.api ?? entry.id, model.id, baseUrl !== undefined);
  const named = entry.connection === undefined ? undefined : connectionPrice(entry.connection, model.id);
  const price = priceOf(model.id, baseUrl, named) ?? model.price;
  const shutdown = model.shutdown ?? facts.shutdown;
  const cards = role === 'judge' ? (checked.get(reference) ?? []) : [];
  const parts = [
    ...((model.images ?? facts.images) === true ? ['images'] : []),
    ...(price === undefined ? [] : [priceWords(price)]),
    ...(cards.length === 0 ? [] : [`checked on ${cards.join(', ')}`]),
    ...(shutdown === undefined ? [] : [`until ${shutdown}`]),
  ];
  return { label: reference, description: parts.join(' · '), reference };
}

/** For a million tokens. */
function priceWords({ input, output }: ModelPrice): string {
  if (input === 0 && output === 0) return 'no cost';
  const [read, written] = [input, output].map((usd) =>
    usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 3 }),
  );
  return `$${read ?? ''} in, $${written ?? ''} out per million tokens`;
}

function heading(label: string): ModelRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
