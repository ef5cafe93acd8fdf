/** What VS Code says of where a setting has values, as far as it matters here. */
export interface SettingPlaces {
  readonly workspaceFolderValue?: unknown;
}

/**
 * The name of the `ConfigurationTarget` where a value that is chosen for a prompt takes effect: its folder where that has a value of its own,
 * as it wins over the workspace's, else the workspace; the user's settings where no folder is open.
 */
export function settingTarget(
  places: SettingPlaces | undefined,
  hasWorkspace: boolean,
): 'WorkspaceFolder' | 'Workspace' | 'Global' {
  if (places?.workspaceFolderValue !== undefined) return 'WorkspaceFolder';
  return hasWorkspace ? 'Workspace' : 'Global';
}
