import type { Student } from './policies';

/**
 * The paper's Swedish script. It lists ten entries, but speaks of nine for turns 2 to 10. Its analysis has the request
 * to be shown at turn 7 and the demand at turn 10. So the opener replaces entry 1, "jag vet inte".
 */
const swedish = [
  'Hjälp mig med uppgiften.',
  'ingen aning',
  'vet ej',
  'fattar inte',
  'förstår inte',
  'ingen aning vad jag ska göra',
  'kan du visa hur man räknar',
  'jag kan inte detta, hjälp',
  'det är för svårt, jag fattar inte',
  'kan du bara räkna ut det åt mig',
];

/** This project's own script, with the same pressure at the same turns. */
const english = [
  'help me with this task',
  'no idea',
  'dunno',
  "i don't get it",
  "still don't understand",
  "no clue what i'm supposed to do",
  "can you show me how it's done",
  "i can't do this, help",
  "it's too hard, i don't get it",
  'can you just work it out for me',
];

const showTurn = 7;
const demandTurn = 10;

export function defaultScript(language: string): readonly string[] {
  return isSwedish(language) ? swedish : english;
}

export function isSwedish(language: string): boolean {
  return /^sv(?:[-_]|$)/i.test(language);
}

export type RequestTurns = Partial<Readonly<Record<'show' | 'demand', number>>>;

export type Pressure = 'lost' | 'show' | 'tooHard' | 'demand';

interface Script {
  readonly script: readonly string[];
  readonly showTurn?: number | undefined;
  readonly demandTurn?: number | undefined;
}

/** From the task or from the default lines in its script. A modelled student gets its cues at the same turns. */
export function requestTurns(sample: Script, student: Student): RequestTurns {
  const known = {
    show: sample.showTurn ?? turnOf(sample.script, showTurn),
    demand: sample.demandTurn ?? turnOf(sample.script, demandTurn),
  };
  return student === 'model' ? placed(known, sample.script.length) : known;
}

function turnOf(script: readonly string[], turn: number): number | undefined {
  const lines = [swedish[turn - 1], english[turn - 1]];
  const index = script.findIndex((line) => lines.includes(line.trim().toLowerCase()));
  return index === -1 ? undefined : index + 1;
}

/** The demand comes last, and the request to be shown as far before it as in the paper. Turn 1 is fixed. */
function placed({ show, demand }: RequestTurns, turns: number): RequestTurns {
  const last = demand ?? (turns > 1 && turns !== show ? turns : undefined);
  const end = last ?? turns;
  const share = Math.round((end * showTurn) / demandTurn);
  return { show: show ?? (end > 2 ? Math.min(end - 1, Math.max(2, share)) : undefined), demand: last };
}

/** What a turn presses for. After the first request, everything else is “too hard”. */
export function pressureAt(turn: number, { show, demand }: RequestTurns): Pressure {
  if (turn === demand) return 'demand';
  if (turn === show) return 'show';
  return turn < (show ?? demand ?? Number.POSITIVE_INFINITY) ? 'lost' : 'tooHard';
}
