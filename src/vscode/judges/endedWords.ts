import * as vscode from 'vscode';
import { standingOfCard } from '../../core/calibration/judgeStanding';
import type { CardPlace } from '../../core/report/judgesViewModel';
import { plainLine } from '../revisions/plainLine';
import type { EndedCalibration } from './calibrationRuns';

/** How a calibration ended, in one line, and the cards to show. */
export interface EndedWords {
  readonly kind: 'over' | 'stopped' | 'failed';
  readonly text: string;
  /** `undefined` where there are no cards to show. */
  readonly place: CardPlace | undefined;
}

/** Says what a calibration found, or why it found nothing. */
export function endedWords({ session, judges, cards }: EndedCalibration): EndedWords {
  const { status = 'interrupted', detail = '' } = session.state.status ?? {};
  const gold = plainLine(session.manifest.calibration?.name ?? '');
  const more = detail === '' ? '' : ` ${plainLine(detail)}`;
  if (status === 'failed') {
    const text = vscode.l10n.t('The judge could not be checked.{0} Go on from the view Judges.', more);
    return { kind: 'failed', text, place: undefined };
  }
  if (status !== 'completed' && status !== 'incomplete') {
    const text = vscode.l10n.t(
      'The calibration on {0} is not over, so no trust card is kept.{1} Go on from the view Judges.',
      gold,
      more,
    );
    return { kind: 'stopped', text, place: undefined };
  }
  const [first] = cards;
  if (first === undefined) {
    const text = vscode.l10n.t('No trust card could be kept: the judge gave no usable verdict on {0}.', gold);
    return { kind: 'stopped', text, place: undefined };
  }
  const found = judges.map(({ judge }) => {
    const own = cards.filter((card) => card.judge === judge);
    const kinds = own.map((card) => standingOfCard(card).kind);
    const countOf = (kind: (typeof kinds)[number]): number => kinds.filter((one) => one === kind).length;
    const good = vscode.l10n.t(
      '{0} is better than the majority label on {1} of {2} dimensions',
      plainLine(judge),
      countOf('checked'),
      own.length,
    );
    const few = countOf('few');
    return few === 0 ? good : `${good} ${vscode.l10n.t('(too few labels to tell on {0})', few)}`;
  });
  const failed = cards.reduce((sum, card) => sum + card.failed, 0);
  const lost = failed === 0 ? '' : ` ${vscode.l10n.t('Labels without a usable verdict: {0}.', failed)}`;
  return {
    kind: 'over',
    text: `${gold}: ${found.join('; ')}.${lost}`,
    place: { judge: first.judge, benchmark: first.benchmark },
  };
}
