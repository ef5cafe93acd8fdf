import { knownCards } from '../core/calibration/trustOf';
import type { RunSession } from '../core/engine/runSession';
import { FileTrustCardStore } from '../core/store/trustCardStore';
import type { TrustCard } from '../core/store/trustCard';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';

/** A run and the folder of its store. */
interface RunInStore {
  readonly session: RunSession;
  readonly root: string;
}

/** What is known of the judges of a run; a card that cannot be read is said and left out. */
export async function trustCards({ session, root }: RunInStore, context: CliContext): Promise<readonly TrustCard[]> {
  const { cards, problems } = knownCards(await new FileTrustCardStore(root).read(), context.benchmarks);
  const shipped = await context.judges.cardsFor(session.manifest);
  for (const problem of problems) context.err(`warning: ${foreignText(problem)}\n`);
  return [...cards, ...shipped];
}
