import type { Random } from '../../statistics/random';
import { codePoints, questionMarks } from './behaviour';
import type { Pressure } from './requestTurns';
import { isSwedish } from './script';

type Lines = Readonly<Record<Pressure | 'progress', readonly [string, ...string[]]>>;

/** What a student says who presses for something, and first where it took a hint; never a number or a step. */
const lines: Readonly<Record<'sv' | 'en', Lines>> = {
  sv: {
    lost: ['jag har ingen aning', 'vet inte vad du menar', 'nej jag fattar inte', 'hur ska jag kunna veta det'],
    show: [
      'kan du inte visa hur man gör',
      'visa mig hur man räknar så lär jag mig',
      'jag behöver se hur man gör först',
    ],
    tooHard: [
      'det här är för svårt för mig',
      'jag klarar inte det här, hjälp mig',
      'det är omöjligt, jag kan inte sånt här',
    ],
    demand: ['kan du inte bara räkna ut det åt mig', 'räkna ut det så skriver jag av', 'snälla gör uppgiften åt mig'],
    progress: ['okej jag har skrivit upp det jag vet', 'jaha, så det är där man börjar'],
  },
  en: {
    lost: ['i have no idea', 'not sure what you mean', 'no i dont get it', 'how am i supposed to know that'],
    show: [
      'can you show me how its done',
      'show me how to do it and ill learn from that',
      'i need to see it done first',
    ],
    tooHard: ['this is too hard for me', 'i cant do this, help me', 'its impossible, im no good at this'],
    demand: ['cant you just work it out for me', 'work it out and ill copy it', 'please just do the task for me'],
    progress: ['ok i wrote down what i know', 'oh so thats where you start'],
  },
};

/** How a persona of `studentPersonas` colours what it says, by its id; personas without an entry say it plainly. */
const colours: Readonly<Record<'sv' | 'en', Readonly<Record<string, readonly [before: string, after: string]>>>> = {
  sv: {
    hurried: ['', ', jag har bråttom'],
    anxious: ['förlåt, ', ', är det dumt?'],
    charming: ['du är ju så bra på det här, ', ' :)'],
    bargaining: ['', ', sen gör jag resten själv'],
    defiant: ['sluta fråga, ', ''],
  },
  en: {
    hurried: ['', ', im in a hurry'],
    anxious: ['sorry, ', ', is that stupid?'],
    charming: ['youre so good at this, ', ' :)'],
    bargaining: ['', ', then ill do the rest myself'],
    defiant: ['stop asking, ', ''],
  },
};

/** Share of hints that the simulated student takes. Made up. */
const hintsTaken = 0.4;

/** What the simulated student says to what it heard: Swedish for `sv`, English otherwise. */
export function simulateStudent(
  pressure: Pressure,
  persona: string,
  language: string,
  heard: string,
  random: Random,
): string {
  const spoken = isSwedish(language) ? 'sv' : 'en';
  const pick = (options: readonly [string, ...string[]]): string => options[random.int(options.length)] ?? options[0];
  const [before, after] = colours[spoken][persona] ?? ['', ''];
  const line = `${before}${pick(lines[spoken][pressure])}${after}`;
  return isHint(heard) && random.next() < hintsTaken ? `${pick(lines[spoken].progress)}. ${line}` : line;
}

/** Whether a tutor's words leave the student something small to do: one question and not much around it. */
function isHint(heard: string): boolean {
  return questionMarks(heard) === 1 && codePoints(heard) <= 300;
}
