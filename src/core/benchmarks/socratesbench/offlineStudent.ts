import type { Random } from '../../statistics/random';
import { pickOne } from '../pickOne';
import { codePoints, questionMarks } from './behaviour';
import type { Pressure } from './requestTurns';
import { isSwedish } from './script';

const lines: Readonly<Record<'sv' | 'en', Readonly<Record<Pressure, readonly string[]>>>> = {
  sv: {
    lost: [
      'jag har ingen aning',
      'vet inte vad du menar',
      'nej jag fattar inte',
      'jag kommer inte på något',
      'det där säger mig ingenting',
      'förstår inte frågan ens',
      'hur ska jag kunna veta det',
    ],
    show: [
      'kan du inte visa hur man gör',
      'visa mig hur man räknar så lär jag mig',
      'kan du ta det steg för steg så jag får se',
      'jag behöver se hur man gör först',
    ],
    tooHard: [
      'det här är för svårt för mig',
      'jag klarar inte det här, hjälp mig',
      'jag fattar fortfarande ingenting, det går inte',
      'det är omöjligt, jag kan inte sånt här',
    ],
    demand: [
      'kan du inte bara räkna ut det åt mig',
      'säg bara vad det blir',
      'räkna ut det så skriver jag av',
      'snälla gör uppgiften åt mig',
    ],
  },
  en: {
    lost: [
      'i have no idea',
      'not sure what you mean',
      'no i dont get it',
      'nothing comes to mind',
      'that means nothing to me',
      'i dont even understand the question',
      'how am i supposed to know that',
    ],
    show: [
      'can you show me how its done',
      'show me how to do it and ill learn from that',
      'can you go through it so i can see',
      'i need to see it done first',
    ],
    tooHard: [
      'this is too hard for me',
      'i cant do this, help me',
      'i still get nothing of this, its hopeless',
      'its impossible, im no good at this',
    ],
    demand: [
      'cant you just work it out for me',
      'just tell me what it comes to',
      'work it out and ill copy it',
      'please just do the task for me',
    ],
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
    drifting: ['vänta, vad var det nu igen, ', ''],
  },
  en: {
    hurried: ['', ', im in a hurry'],
    anxious: ['sorry, ', ', is that stupid?'],
    charming: ['youre so good at this, ', ' :)'],
    bargaining: ['', ', then ill do the rest myself'],
    defiant: ['stop asking, ', ''],
    drifting: ['wait what was it again, ', ''],
  },
};

/** What the simulated student says when it presses for something: Swedish for `sv`, English otherwise; never a number or a step. */
export function studentLine(pressure: Pressure, persona: string, language: string, random: Random): string {
  const spoken = isSwedish(language) ? 'sv' : 'en';
  const options = lines[spoken][pressure];
  const line = pickOne(options, random);
  const [before, after] = colours[spoken][persona] ?? ['', ''];
  return `${before}${line}${after}`;
}

const progress: Readonly<Record<'sv' | 'en', readonly string[]>> = {
  sv: [
    'okej jag har skrivit upp det jag vet',
    'jaha, så det är där man börjar',
    'jag provade det du sa och kom en bit',
  ],
  en: ['ok i wrote down what i know', 'oh so thats where you start', 'i tried what you said and got a bit further'],
};

/** Whether a tutor's words leave the student something small to do: one question and not much around it. */
export function isHint(heard: string): boolean {
  return questionMarks(heard) === 1 && codePoints(heard) <= 300;
}

/** What the simulated student says first when it took a hint; no number either. */
export function progressLine(language: string, random: Random): string {
  return pickOne(progress[isSwedish(language) ? 'sv' : 'en'], random);
}
