import type { TutorMaterial } from './tutorMaterial';

/**
 * One way to put a move of the simulated tutor into words; `{said}` and the like stand for what `TutorMaterial` holds.
 * A phrase is left out where the dialogue has nothing to put in.
 */
export type Phrase = string;

/** The phrases that the material can fill. */
export function fillable(list: readonly Phrase[], material: TutorMaterial): readonly Phrase[] {
  return list.filter((phrase) =>
    [...phrase.matchAll(blank)].every(([, name]) => wordFor(name, material) !== undefined),
  );
}

/** Fills a phrase in one pass: braces in the student's own words stay as they are. */
export function fill(phrase: Phrase, material: TutorMaterial): string {
  return phrase.replace(blank, (_, name: string) => wordFor(name, material) ?? '');
}

const blank = /\{(said|asked|term|number|answer|subject)\}/g;

function wordFor(name: string | undefined, material: TutorMaterial): string | undefined {
  const { said, asked, term, number, answer, subject } = material;
  return new Map(Object.entries({ said, asked, term, number, answer, subject })).get(name ?? '');
}

/** Says that an answer is right. */
export const affirming: readonly Phrase[] = [
  'Right, “{said}” is what comes out.',
  'Yes, “{said}” is correct.',
  'That is right.',
  'Exactly, that is how the {term} should be dealt with.',
  'Well done: “{said}” is right.',
  'Correct, and you got there by yourself.',
  'I agree with “{said}”.',
  'Spot on.',
  'Perfect, so “{asked}” is settled.',
  'Yes, good reasoning.',
  'That’s it, nicely put.',
];

/** Takes up that the student understands. */
export const acknowledging: readonly Phrase[] = [
  'Great, that settles the {term}.',
  'Good, then we have solid ground to stand on.',
  'Nice, “{said}” tells me that you are with me.',
  'I am glad that this is clear now.',
  'Wonderful, you put that in your own way.',
  'Good to hear. “{said}” is a fine summary.',
  'Yes, you have the idea.',
  'Good, you have worked your way through the {term}.',
  'Glad to hear it.',
];

/** Friendly or neutral words that leave open whether the answer is right. */
export const vague: readonly Phrase[] = [
  'Good, thank you.',
  'Okay, “{said}”.',
  'Great, we are getting somewhere.',
  'Thank you for your answer.',
  'All right, so you say “{said}”.',
  'Nice, let us keep the pace.',
  'I see, “{said}”.',
  'Okay, I have written that down.',
  'Good work.',
  'Fine, that is what we have for the {term}.',
];

/** Says kindly that an answer is wrong. */
export const denying: readonly Phrase[] = [
  'Not quite: “{said}” is not what comes out here.',
  'Good that you tried, but there is a mistake in “{said}”.',
  'That is not right yet. Read the words again: “{asked}”.',
  'I can see how you got to “{said}”, but it does not fit the problem.',
  'Almost, but something about the {term} got mixed up.',
  '“{said}” is not correct, and it is worth finding out what happened.',
  'There is a small slip in that step.',
  'If it were “{said}”, the rest of the problem could not be true, so that is not the answer.',
  'Thank you for saying it so clearly; the part about the {term} is not right, though.',
  'No, not yet, though I like that you explain yourself.',
];

/** Lets doubt be seen without denying. */
export const doubting: readonly Phrase[] = [
  'Hmm, look at “{said}” once more.',
  'Before we go on, check “{said}” against the problem.',
  'Let us go back to “{asked}” for a moment.',
  'Take a second look at that step.',
  'Are you sure about “{said}”?',
  'Think carefully about the {term} here.',
  'Hold on, I would like to see how you did that.',
  'Read the problem again and be careful with the {term}.',
];

/** Says where the error sits. */
export const locating: readonly Phrase[] = [
  'The trouble starts where the {term} comes in.',
  'The question was “{asked}”, and your answer belongs to another one.',
  'Look at the step just before “{said}”: something was left out there.',
  'It is the step with the {term} that needs another look.',
  'Notice that “{said}” does not use everything that is given.',
  'Watch what you did with the {number}.',
  'Compare “{asked}” with what you worked out: they are two different things.',
  'The first half is fine; after that you took the {term} for something else.',
  'The rule was the right one, it was only used in the wrong place.',
];

/** Puts it more simply, with an example, a picture or a smaller step. */
export const simplifying: readonly Phrase[] = [
  'Let us put it in other words. “{asked}” only wants to know one thing, and we can leave the rest aside for now.',
  'Imagine you had to show the {term} to a younger friend with nothing but a pencil and some paper.',
  'Let us break it into small steps. First, forget everything but this: “{asked}”.',
  'For example, make the case so small that you can see the {term} at a glance.',
  'Think of it like a drawer: before we open it, we only read the label and see what belongs inside.',
  'Picture the situation and point to the place where you would find the {term}.',
  'Picture the same problem with a tiny number where the {number} stands; it is built the same way, only easier to see.',
  'Here is a hint: draw what you know as a simple sketch and leave a gap for what you do not know.',
  'Start with what is certain: write the facts of the problem in a column, one fact to a line.',
  'The idea is like following a recipe: “{asked}” is only the next line, and the lines after it can wait.',
];

/** Asks what is unclear, and no more. */
export const askingBack: readonly Phrase[] = [
  'Which part is unclear to you?',
  'What exactly is confusing about the {term}?',
  'Where did you get lost?',
  'Can you tell me which step is not clear?',
  'Which word of “{asked}” is the difficult one?',
  'What part of it is giving you trouble?',
  'Where do you get stuck?',
  'Which bit is unclear, the {term} or something else?',
];

/** Cheers on without helping. */
export const waiting: readonly Phrase[] = [
  'Take your time and think about it.',
  'Just give it another try, you can do it.',
  'Have another go, I am sure you will find it.',
  'It is not as hard as it looks, keep at it.',
  'Stay with the {term} a little longer.',
  'Do not give up now, you are close.',
  'Leave it for a minute and come back to it.',
  'Let “{asked}” sink in.',
];

/** Comfort after a word of confusion. */
export const comforting: readonly Phrase[] = [
  'That is all right, many people stop at this point.',
  'Thank you for being honest about it.',
  'Don’t worry, we have time.',
  'Good that you say so.',
  'No problem, we will take it slowly.',
  'That is a fair thing to stumble over.',
  'You are not alone with that.',
  'Keep going, you have come a long way already.',
];
