import * as vscode from 'vscode';
import { assertConfiguredServers } from '../../core/engine/serverAddress';
import type { AskedModels } from '../../core/store/runManifest';
import { providersOf } from './runProviders';
import type { Settings } from '../settings';

/** Refuses servers that a stored run names and the settings do not: a file must not decide where keys and texts go. Throws `ServerAddressError`. */
export function assertNamedServers(models: AskedModels, settings: Settings): void {
  assertConfiguredServers(
    models,
    { providers: providersOf(settings), baseUrlFor: (_role, provider) => settings.baseUrlFor(provider) },
    vscode.l10n.t('Set that address in the settings to go on, or evaluate again.'),
  );
}
