import * as vscode from 'vscode';
import type { ProviderEntry } from '../../core/providers/providerEntry';
import type { ManifestModel } from '../../core/store/runManifest';
import { inform, Notice, t } from '../log';
import { readSettings } from '../settings';

/** Imported on first use, so that the window starts without the engine. */
async function keyProviders(): Promise<readonly ProviderEntry[]> {
  const { providersOf } = await import('./runProviders');
  return [...providersOf(readSettings()).values()].filter(({ needsKey }) => needsKey);
}

/** Keys from VS Code's secret storage, else from the environment. A key goes only to its provider. */
export class ApiKeys {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  async get(providerId: string): Promise<string> {
    const stored = await this.secrets.get(secretName(providerId));
    const variable = (await keyProviders()).find((provider) => provider.id === providerId)?.keyVariable;
    return stored ?? (variable === undefined ? '' : (process.env[variable] ?? ''));
  }

  /** Asks for a key that the model needs and does not have. False if none is given. */
  async have(model: ManifestModel): Promise<boolean> {
    const source = model.connection ?? model.provider;
    const entry = (await keyProviders()).find(({ id }) => id === source);
    const needsKey = entry !== undefined && (entry.connection?.needsKey ?? model.baseUrl === undefined);
    if (!needsKey || (await this.get(source)) !== '') return true;
    await this.ask(source);
    return (await this.get(source)) !== '';
  }

  async ask(named?: string): Promise<void> {
    const all = await keyProviders();
    const which = t`Which provider or connection is the API key for?`;
    const provider = all.find(({ id }) => id === named) ?? (await this.#pick(which, all));
    if (provider === undefined) return;
    const { title, keyVariable } = provider;
    const kept = t`Kept in VS Code’s secret storage, never in a file.`;
    const key = await vscode.window.showInputBox({
      title: t`${title} API key`,
      prompt: keyVariable === undefined ? kept : t`${kept} ${keyVariable} in the environment works too.`,
      password: true,
      ignoreFocusOut: true,
      validateInput: (value) =>
        /^[\x21-\x7e]*$/.test(value.trim()) ? undefined : t`A key has no spaces or accented characters.`,
    });
    if (key === undefined || key.trim() === '') return;
    await this.secrets.store(secretName(provider.id), key.trim());
    inform(t`The ${title} key is stored.`);
  }

  async remove(): Promise<void> {
    const stored: ProviderEntry[] = [];
    for (const provider of await keyProviders()) {
      if ((await this.secrets.get(secretName(provider.id))) !== undefined) stored.push(provider);
    }
    if (stored.length === 0) throw new Notice(t`No API key is stored.`);
    const provider = await this.#pick(t`Remove which key?`, stored);
    if (provider === undefined) return;
    await this.secrets.delete(secretName(provider.id));
    inform(t`The ${provider.title} key is removed.`);
  }

  async #pick(title: string, providers: readonly ProviderEntry[]): Promise<ProviderEntry | undefined> {
    const items = providers.map((provider) => {
      return { label: provider.title, description: provider.connection?.baseUrl ?? provider.keyVariable, provider };
    });
    return (await vscode.window.showQuickPick(items, { title }))?.provider;
  }
}

function secretName(providerId: string): string {
  return `tutorPromptLab.apiKey.${providerId}`;
}
