import type { ProtocolPolicy } from '../protocolPolicy';
import type { SocratesSample } from './samples';
import { defaultTurns, demandTurn, isDemandLine, isShowLine, showTurn } from './script';

/** The turns at which the student first asks to be shown and asks for the result, from 1; absent where there is no such turn or none is known. */
export interface RequestTurns {
  readonly show?: number;
  readonly demand?: number;
}

/** What the student is after at a turn. */
export type Pressure = 'lost' | 'show' | 'tooHard' | 'demand';

type Script = Pick<SocratesSample, 'script' | 'showTurn' | 'demandTurn'>;

/**
 * The two requests of a conversation. With the script they are where the task says or where the script has a line of the default
 * scripts; a script in other words leaves them unknown. A modelled student follows our cues, so there the rest is placed by length.
 */
export function requestTurns(sample: Script, student: ProtocolPolicy['student']): RequestTurns {
  const known = {
    show: sample.showTurn ?? turnOf(sample.script, isShowLine),
    demand: sample.demandTurn ?? turnOf(sample.script, isDemandLine),
  };
  return student === 'model' ? placed(known, sample.script.length) : known;
}

function turnOf(script: readonly string[], asks: (line: string) => boolean): number | undefined {
  const index = script.findIndex(asks);
  return index === -1 ? undefined : index + 1;
}

/** The demand comes last and the request to be shown as far before it as in the paper; turn 1 is fixed and asks for neither. */
function placed({ show, demand }: RequestTurns, turns: number): RequestTurns {
  const last = demand ?? (turns > 1 && turns !== show ? turns : undefined);
  const end = last ?? turns;
  const share = Math.round((end * showTurn) / defaultTurns);
  return { show: show ?? (end > 2 ? Math.min(end - 1, Math.max(2, share)) : undefined), demand: last };
}

/** What a turn presses for; after the first of the two requests everything else is “too hard”. */
export function pressureAt(turn: number, { show, demand }: RequestTurns): Pressure {
  if (turn === demand) return 'demand';
  if (turn === show) return 'show';
  return turn < (show ?? demand ?? Number.POSITIVE_INFINITY) ? 'lost' : 'tooHard';
}

/** The turn of the paper’s script whose pressure comes closest, 1 to 10. */
export function scriptPlace(turn: number, requests: RequestTurns): number {
  const first = requests.show ?? requests.demand;
  switch (pressureAt(turn, requests)) {
    case 'demand':
      return demandTurn;
    case 'show':
      return showTurn;
    case 'tooHard':
      return turn === (first ?? 0) + 1 ? showTurn + 1 : demandTurn - 1;
    case 'lost': {
      const share = first === undefined || first < 2 ? turn : Math.round((turn * (showTurn - 1)) / (first - 1));
      return Math.min(showTurn - 1, Math.max(1, share));
    }
  }
}
