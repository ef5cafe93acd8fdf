import type { Phrase } from './tutorPhrases';

/** Recall or confirmation. */
export const basicQuestions: readonly Phrase[] = [
  'Which things are given in the problem?',
  'Do you remember what we mean by the {term}?',
  'In “{asked}”, which word says what we are looking for?',
  'What does the word {term} mean here?',
  'Is it clear what the {number} in the problem stands for?',
  'Can you name the one thing that we are looking for?',
  'Which part of the problem speaks of the {term}?',
  'Do you remember which rule we used a moment ago?',
  'Which words of the problem are clear to you?',
];

/** One or two steps whose way is clear. */
export const workingQuestions: readonly Phrase[] = [
  'What do you get when you do only the first step?',
  'Write down just the part with the {term}: what comes out?',
  'Put “{said}” back into the problem: what do you get?',
  'What do you get when you begin with the {number}?',
  'Can you work out the line with the {term} and tell me the result?',
  'How much of it can you work out with a short sketch?',
  'If you put the {term} on one side and the rest on the other, what do you find?',
  'What do you get for the very first piece, worked out on its own?',
  'How would you write the first line?',
];

/** The step after the one that is settled. */
export const nextQuestions: readonly Phrase[] = [
  'Now use “{said}” in the problem you began with: what do you get?',
  'What is the next step, and what do you get from it?',
  'Think of the {term} again: how do you find what the problem wants?',
  'So how would you finish the job now?',
  'Take “{said}” one step further: what comes out?',
  'What is left to work out before we can stop?',
  'Put this together with your first question: how would you write it down in your {subject} notebook?',
  'How do you get from here to what you wanted to find in the beginning?',
];

/** Reasons, consequences, comparison, transfer. */
export const deepQuestions: readonly Phrase[] = [
  'What would happen if we left the {term} out?',
  'What would change if the {number} in the problem were twice as large?',
  'Why does it have to come out like that?',
  'How would you convince a classmate who does not believe “{said}”?',
  'Can you find another way to the same result?',
  'What is the general pattern behind the {term}?',
  'Would this still work in a case without the {term}?',
  'Where else in {subject} would the same idea help, and why?',
  'How can you be sure of “{said}” without asking me?',
  'Can you make up your own example in which it comes out differently?',
];

/** Asks whether the student follows, no more. */
export const confirmingQuestions: readonly Phrase[] = [
  'Is everything clear so far?',
  'Does that make sense to you?',
  'Are you happy with that?',
  'Is the part with the {term} clear now?',
  'Do you follow?',
  'Shall we call that clear?',
  'Is that all right for you, or is a word unclear?',
  'Are you ready to go on?',
];

/** Explains or states, without a question. */
export const explaining: readonly Phrase[] = [
  'The point to keep in mind is the {term}; the rest follows from it one line at a time.',
  'To deal with “{asked}”, one writes down what is given, marks what is wanted and connects the two.',
  'Next one brings in the {term} and leaves the details for later.',
  'That means: do the one step that this asks for and compare the result with the problem.',
  'Behind “{asked}” there is a single rule, and it is used in the same way every time.',
  'The {number} comes next, because everything else in the problem leans on it.',
  'A short note helps: on the left what we know about the {term}, on the right what we want.',
  'This is one of those places in {subject} where going slowly pays off.',
  'From here we can go on to the last part, which works in the same way.',
  'Now the two pieces only have to be put together, and then the problem is done.',
];

/** Hands the answer over; only for a sample that has one. */
export const revealing: readonly Phrase[] = [
  'The answer is {answer}.',
  'For “{asked}” one gets: {answer}.',
  'If you work it through, it is {answer}.',
  'So what we are looking for is this: {answer}.',
  'I will write the result down for you: {answer}.',
  'Taking the {term} into account, the result is {answer}.',
  'To save time, here is what comes out: {answer}.',
  'Here is the solution: {answer}.',
];
