import * as vscode from 'vscode';
import { leftOutWords, type PlannedRecorded } from '../../core/recorded/planRecorded';
import { extensionPrefix } from '../settings';

/** Says what of a file of replies is not used; the log names each record. */
export function tellUnused(planned: PlannedRecorded, log: vscode.LogOutputChannel): void {
  const words = leftOutWords(planned);
  if (words === undefined) return;
  const name = planned.manifest.recorded?.name ?? '';
  for (const { record, message } of planned.problems) log.warn(`${name}: record ${record}: ${message}`);
  const show = vscode.l10n.t('Open Log');
  void vscode.window.showWarningMessage(`${name}: ${words}`, show).then((answer) => {
    if (answer === show) void vscode.commands.executeCommand(`${extensionPrefix}.openLog`);
  });
}
