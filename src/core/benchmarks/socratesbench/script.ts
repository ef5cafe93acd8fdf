/**
 * The paper's Swedish script. It lists ten entries and speaks of nine for turns 2 to 10; its analysis has the request to be shown
 * at turn 7 and the demand for the result at turn 10, so the opener takes the place of entry 1, "jag vet inte".
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

/** This project’s own script with the same pressure at the same turns; not from the paper. */
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

/** Turns of a conversation as in the paper. */
export const defaultTurns = 10;
/** The first request for a demonstration in the default scripts. */
export const showTurn = 7;
/** The demand for the result in the default scripts. */
export const demandTurn = 10;

/** Whether a line asks to be shown in the words of a default script. */
export function isShowLine(line: string): boolean {
  return saysAs(showTurn, line);
}

/** Whether a line asks for the result in the words of a default script. */
export function isDemandLine(line: string): boolean {
  return saysAs(demandTurn, line);
}

function saysAs(turn: number, line: string): boolean {
  const plain = line.trim().toLowerCase();
  return [swedish, english].some((lines) => lines[turn - 1] === plain);
}

/**
 * What the student says in a task that brings no script of its own, whatever the tutor says; Swedish for `sv`, English for all other
 * languages.
 */
export function defaultScript(language: string): readonly string[] {
  return isSwedish(language) ? swedish : english;
}

/** Whether a language code stands for Swedish, with or without a region. */
export function isSwedish(language: string): boolean {
  return /^sv(?:[-_]|$)/i.test(language);
}
