import type { EvaluationServices } from './evaluationServices';

/** Opens the first of these stored runs that can be read. Of the others before it the log says why not. */
export async function openFirst(
  runIds: readonly string[],
  { log }: Pick<EvaluationServices, 'log'>,
  open: (runId: string) => Promise<void>,
): Promise<void> {
  for (const runId of runIds) {
    try {
      await open(runId);
      return;
    } catch (error) {
      log.warn(`Run ${runId} cannot be shown.`, error instanceof Error ? error.message : String(error));
    }
  }
}
