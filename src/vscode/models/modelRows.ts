import * as vscode from 'vscode';
import { serverAt } from '../../core/providers/apiAddresses';
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
import type { ModelRow } from './pickModels';

/** What the rows are made of. */
export interface RowSources {
  readonly role: 'tutor' | 'judge';
  readonly settings: Settings;
  readonly keys: ApiKeys;
  /** Models that are in force, which stand first. */
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

/** Reads what a server says it has. */
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

/** The models of VS Code under a heading of their own. */
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
