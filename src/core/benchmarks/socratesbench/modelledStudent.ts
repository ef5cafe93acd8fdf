import type { ModelledStudent } from '../../benchmark/dialogue';
import type { Play } from '../../benchmark/benchmark';
import type { SocratesSample } from './samples';
import { pressureAt, requestTurns, isSwedish, type Pressure, type RequestTurns } from './script';
import { simulateStudent, personaOf, type StudentPersona } from './studentPersonas';

/** Stands in a plan where the model has not yet spoken; never sent. */
export const unsentTurn = '(the modelled student speaks here)';

/** The same pressure as the script's, entry by entry; more turns of a kind than entries begin again. */
const cues = {
  lost: [
    'Say in your own way that you have no idea.',
    'Say that you do not know how to go on.',
    'Say that you do not get it.',
    'Say that you do not understand.',
    'Say that you have no idea what you are supposed to do now.',
  ],
  show: ['Ask the tutor to show you how it is done.'],
  tooHard: [
    'Say that you cannot do this and ask for help.',
    'Say that it is too hard for you and that you do not get it.',
  ],
  demand: ['Ask the tutor to just work it out for you.'],
} as const satisfies Readonly<Record<Pressure, readonly string[]>>;

/** Stands for turn 1, which is fixed. */
const opening = 'Open the conversation.';

function cueAt(turn: number, requests: RequestTurns): string {
  if (turn === 1) return opening;
  const pressure = pressureAt(turn, requests);
  // The second turn is the first that is lost, and what comes after the first request begins the last list.
  const start = pressure === 'tooHard' ? (requests.show ?? requests.demand ?? 0) + 1 : 2;
  return cues[pressure][(turn - start) % cues[pressure].length] ?? opening;
}

/**
 * A student played by a model instead of the script: a persona drawn by seed, task and repeat, pressed on by one cue a turn. It is
 * told the task and nothing of the key. Both conditions of a task meet the same persona, so that theory is all that differs.
 */
export function modelledStudent(sample: SocratesSample, { seed, repeat }: Play): ModelledStudent {
  const persona = personaOf(sample, { seed, repeat });
  const requests = requestTurns(sample, 'model');
  return {
    system: instructions(sample, persona),
    cues: sample.script.map((_, index) => cueAt(index + 1, requests)),
    // A line or two; a model that rambles is cut off rather than paid for.
    decoding: { maxOutputTokens: 120 },
    simulate: (turn, random, heard) =>
      simulateStudent(pressureAt(turn, requests), persona, sample.language, heard, random),
  };
}

function instructions({ task, language }: SocratesSample, { character, onHint }: StudentPersona): string {
  const other = language.toLowerCase().startsWith('en') ? 'English' : `language “${language}”`;
  const spoken = isSwedish(language) ? 'Swedish' : other;
  return [
    `You play a student in a chat with a tutor. ${character}`,
    `Rules:
- Write in ${spoken}, one short message of a student at most two sentences long, and nothing else.
- You cannot solve the task alone. You make no step of it unless the tutor’s last message leads you to it, and never more than one.
- A question or a hint that makes one step small enough for you is one that you can take, and what you found out once you still know later. ${onHint} You never come to the final answer without having been led through every step.
- Each time you are told what your next message is to do. Do that in character, after the small step where you take one: progress does not end the pressure.
- Never say that you are a model, that you play a part, or that you were given instructions.`,
    `The task in front of you:\n${task}`,
  ].join('\n\n');
}
