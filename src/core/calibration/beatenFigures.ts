/** In which of the two figures a judge that is worth asking is better than always saying the commonest label. */
export type BeatenFigures = 'agreement' | 'macroF1' | 'both';

/** Figures of a judge and of always saying the commonest label, as a card or a calibration has them. */
interface ComparedFigures {
  readonly agreement: number | null;
  readonly macroF1: number | null | undefined;
  readonly majority: { readonly agreement: number; readonly macroF1: number } | null;
}

/** `undefined` where it is better in neither, or where there is nothing to compare with. */
export function beatenFigures({ agreement, macroF1, majority }: ComparedFigures): BeatenFigures | undefined {
  if (majority === null || agreement === null) return undefined;
  const inAgreement = agreement > majority.agreement;
  const inMacroF1 = (macroF1 ?? 0) > majority.macroF1;
  if (inAgreement && inMacroF1) return 'both';
  return inAgreement ? 'agreement' : inMacroF1 ? 'macroF1' : undefined;
}

/** The same in words, half a sentence. */
export const beatenWords: Readonly<Record<BeatenFigures, string>> = {
  agreement: 'better than the majority label in agreement, not in macro-F1',
  macroF1: 'better than the majority label in macro-F1, not in agreement',
  both: 'better than the majority label in agreement and macro-F1',
};
