import * as z from 'zod';
import shipped from '../../../judges/offlineCards.json';
import { type TrustCard, trustCardSchema } from '../benchmark/trustCard';
import type { RunManifest } from '../store/runManifest';

let cards: readonly TrustCard[] | undefined;

/** Trust cards of offline judges, measured on public labels. They come with the program. */
export function offlineCards(): readonly TrustCard[] {
  return (cards ??= z.array(trustCardSchema).parse(shipped.cards));
}

/** Those that concern a run: none if all its judges are models. */
export function offlineCardsOf({ judges }: Pick<RunManifest, 'judges'>): readonly TrustCard[] {
  return judges.some(({ simulated }) => simulated) ? offlineCards() : [];
}
