import { shutdownNotes } from '../core/report/shutdownNotes';
import type { ManifestModel } from '../core/store/runManifest';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';

/** Says on standard error which models are shut down or soon will be, before anything is sent. */
export function reportShutdowns(models: readonly ManifestModel[], context: Pick<CliContext, 'err'>): void {
  const now = new Date().toISOString();
  for (const note of shutdownNotes(models, now)) context.err(`warning: ${foreignText(note)}\n`);
}
