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
import { reasonOf, t } from '../log';
import type { Settings } from '../settings';
import type { ApiKeys } from './apiKeys';
import { listEditorModels } from './editorModels';
import { providersOf } from './runProviders';

export interface ModelRow extends vscode.QuickPickItem {
  /** Absent for headings and for rows with `more`. */
  readonly reference?: string;
  readonly adds?: true;
  /** Its key is known, or its server has answered. */
  readonly isReady?: boolean;
  /** Loads further rows, shown first. Rejects with the message to show instead. */
  readonly more?: (signal: AbortSignal) => Promise<readonly ModelRow[]>;
}

export interface ModelQuestion {
  readonly title: string;
  readonly role: 'tutor' | 'judge';
  readonly current: readonly string[];
  /** The list is shown at once, and filled when they are known. */
  readonly rows: Promise<readonly ModelRow[]>;
  /** Whether typed text is a valid reference to an unlisted model. */
  readonly isReference: (text: string) => boolean;
}

type ModelAnswer =
  /** `check`: the user wants to check the model first. */
  { readonly kind: 'chosen' | 'check'; readonly references: readonly string[] } | { readonly kind: 'add' };

export function pickModels(question: ModelQuestion): Promise<ModelAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const { title, role, isReference } = question;
    const many = role === 'judge';
    const pick = vscode.window.createQuickPick<ModelRow>();
    const loading = new AbortController();
    const buttons = [{ iconPath: new vscode.ThemeIcon('beaker'), tooltip: t`Check this model` }];
    let rows: readonly ModelRow[] = [];
    let chosen: ReadonlySet<string> = new Set(question.current);
    const fill = (all: readonly ModelRow[]): void => {
      rows = all;
      // A model that can be asked at once is proposed instead of a simulated one.
      const ready = question.current.every(isSimulated) ? rows.find((row) => row.isReady)?.reference : undefined;
      if (ready !== undefined) chosen = new Set([ready]);
      pick.busy = false;
      if (!loading.signal.aborted) draw();
    };
    const end = (answer: ModelAnswer | undefined): void => {
      resolve(answer);
      loading.abort();
      pick.dispose();
    };
    const draw = (): void => {
      const typed = pick.value.trim();
      const isOwn = isReference(typed) && !rows.some(({ reference }) => reference === typed);
      const own = { label: typed, description: t`use this model`, reference: typed, alwaysShow: true };
      const drawn = [...(isOwn ? [own] : []), ...rows].map((row) => ({ ...row, ...(row.reference && { buttons }) }));
      pick.items = drawn;
      const inForce = drawn.filter(({ reference }) => reference !== undefined && chosen.has(reference));
      if (many) pick.selectedItems = inForce;
      else pick.activeItems = typed === '' ? inForce : drawn.slice(0, 1);
    };
    const load = async (row: ModelRow): Promise<void> => {
      pick.busy = true;
      pick.enabled = false;
      const failed = (error: unknown) => [{ label: `$(error) ${reasonOf(error)}`, alwaysShow: true }];
      const found = (await row.more?.(loading.signal).catch(failed)) ?? [];
      if (loading.signal.aborted) return;
      const labels = new Set(found.map(({ label }) => label));
      rows = [...found, ...rows.filter(({ label }) => label !== row.label && !labels.has(label))];
      pick.value = '';
      pick.enabled = true;
      pick.busy = false;
      draw();
      const first = pick.items.find(({ reference }) => reference !== undefined);
      if (first !== undefined) pick.activeItems = [first];
    };
    const select = (selected: readonly ModelRow[]): void => {
      const more = selected.find((row) => row.more !== undefined);
      if (selected.some(({ adds }) => adds === true)) end({ kind: 'add' });
      else if (more !== undefined) void load(more);
      else if (many) {
        // Rows hidden by the typed text stay chosen.
        const shown = new Set(referencesOf(pick.items));
        const hidden = [...chosen].filter((reference) => !shown.has(reference));
        chosen = new Set([...hidden, ...referencesOf(selected)]);
      }
    };
    pick.title = title;
    pick.placeholder = many
      ? t`Choose one or more, or type provider:model; several are reported side by side`
      : t`Choose, or type provider:model`;
    pick.canSelectMany = many;
    pick.matchOnDescription = true;
    // The previous list may still be returning the focus, and servers take time to answer.
    pick.ignoreFocusOut = true;
    pick.onDidChangeValue(draw);
    pick.onDidChangeSelection(select);
    pick.onDidTriggerItemButton(({ item: { reference } }) => {
      if (reference !== undefined) end({ kind: 'check', references: [reference] });
    });
    pick.onDidAccept(() => {
      const references = many ? [...chosen] : referencesOf(pick.selectedItems);
      if (references.length > 0) end({ kind: 'chosen', references });
    });
    pick.onDidHide(() => end(undefined));
    pick.busy = true;
    pick.show();
    question.rows.then(fill).catch(reject);
  });
}

function referencesOf(rows: readonly ModelRow[]): readonly string[] {
  return rows.flatMap(({ reference }) => reference ?? []);
}

interface RowSources {
  readonly role: ModelQuestion['role'];
  readonly settings: Settings;
  readonly keys: ApiKeys;
  readonly current: readonly string[];
  /** Benchmark titles on which a judge was checked against people, by its reference. */
  readonly checked: ReadonlyMap<string, readonly string[]>;
}

/** Long enough for a server on this machine, too short to be waited for. */
const homeTimeoutMs = 3_000;

/** Asks only servers at home that need no key. Another is asked when its row is chosen. */
export async function modelRows(sources: RowSources): Promise<readonly ModelRow[]> {
  const { current, settings } = sources;
  const entries = [...providersOf(settings).values()];
  const rows: ModelRow[] = [];
  const home: Promise<readonly ModelRow[]>[] = [];
  const more: ModelRow[] = [];
  for (const entry of entries) {
    const { id, title, suggestions, connection } = entry;
    if (isEditorModel(id)) {
      const models = await listEditorModels();
      const own = models.map(({ reference, name }) => ({ label: reference, description: name, reference }));
      rows.push(...headed(t`VS Code, from your subscriptions`, own));
    } else if (isSimulated(id))
      rows.push({ label: id, description: t`simulated: no key, no network, no cost`, reference: id });
    else {
      const server = await serverOf(entry, sources);
      const suggested = suggestions.map((model) => ({
        ...modelRow(entry, { id: model }, sources, server.baseUrl),
        isReady: server.hasKey,
      }));
      rows.push(...headed(server.hasKey ? title : t`${title} · no key yet`, suggested));
      if (server.isHome && connection?.needsKey === false) home.push(homeRows(entry, server, sources));
      else if (server.hasKey) more.push(listRow(entry, server, sources));
    }
  }
  const found = (await Promise.all(home)).flat();
  const known = new Set(referencesOf([...found, ...rows]));
  const others = current.filter((one) => !known.has(one)).map((reference) => ({ label: reference, reference }));
  const add = { label: t`$(add) Add a connection…`, description: t`Azure, a gateway, another server` };
  const last: ModelRow = { ...add, alwaysShow: true, adds: true };
  return [...headed(t`In use`, others), ...found, ...rows, ...headed(t`More`, [...more, last])];
}

type Server = Awaited<ReturnType<typeof serverOf>>;

async function serverOf(entry: ProviderEntry, { settings, keys }: RowSources) {
  const baseUrl = entry.connection?.baseUrl ?? serverAt(entry.id, settings.baseUrlFor(entry.id));
  const apiKey = entry.needsKey ? await keys.get(entry.id) : '';
  const needsKey = entry.connection?.needsKey ?? baseUrl === undefined;
  return { baseUrl, apiKey, hasKey: !needsKey || apiKey !== '', isHome: isHomeServer(baseUrl) };
}

async function listed(entry: ProviderEntry, { apiKey, baseUrl }: Server, signal: AbortSignal) {
  return (await entry.create({ apiKey, baseUrl }).models?.(signal)) ?? [];
}

function listRow(entry: ProviderEntry, server: Server, sources: RowSources): ModelRow {
  return {
    label: t`$(list-unordered) All models of ${entry.title}…`,
    description: server.baseUrl,
    alwaysShow: true,
    more: async (signal) => {
      const models = await listed(entry, server, signal);
      if (models.length === 0) throw new Error(t`${entry.title} lists no models.`);
      return headed(
        entry.title,
        models.map((model) => modelRow(entry, model, sources, server.baseUrl)),
      );
    },
  };
}

/** A server that does not answer is no error. */
async function homeRows(entry: ProviderEntry, server: Server, sources: RowSources): Promise<readonly ModelRow[]> {
  const models = await listed(entry, server, AbortSignal.timeout(homeTimeoutMs)).catch(() => []);
  const rows = models.map((model) => ({ ...modelRow(entry, model, sources, server.baseUrl), isReady: true }));
  return headed(`${entry.title} · ${server.baseUrl ?? ''}`, rows);
}

function modelRow(entry: ProviderEntry, model: ListedModel, { role, checked }: RowSources, baseUrl?: string) {
  const { id, connection } = entry;
  const reference = `${id}:${model.id}`;
  const facts = factsOf(connection?.api ?? id, model.id, baseUrl !== undefined);
  const price = priceOf(model.id, baseUrl, connection && connectionPrice(connection, model.id)) ?? model.price;
  const shutdown = model.shutdown ?? facts.shutdown;
  const cards = role === 'judge' ? checked.get(reference) : undefined;
  const parts = [
    (model.images ?? facts.images) === true ? t`images` : undefined,
    price && priceWords(price),
    cards && t`checked on ${cards.join(', ')}`,
    shutdown && t`until ${shutdown}`,
  ];
  return { label: reference, description: parts.filter((part) => part !== undefined).join(' · '), reference };
}

function priceWords({ input, output }: ModelPrice): string {
  if (input === 0 && output === 0) return t`no cost`;
  const [read, written] = [input, output].map((usd) =>
    usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 3 }),
  );
  return t`$${read ?? ''} in, $${written ?? ''} out per million tokens`;
}

function headed(label: string, rows: readonly ModelRow[]): readonly ModelRow[] {
  return rows.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}
