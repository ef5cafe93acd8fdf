/** What the simulated tutor can do in a sentence. `<core>` stands for words of the sample, `<subject>` for its subject. */
export type Move =
  | 'opening'
  | 'sympathy'
  | 'praise'
  | 'state'
  | 'lookAt'
  | 'correct'
  | 'lookAgain'
  | 'affirm'
  | 'keep'
  | 'guide'
  | 'wonder'
  | 'reveal'
  | 'closing';

/** Wordings of each move. They are no judge's key: what counts is found in the reply's text. */
export const phrases: Readonly<Record<Move, readonly string[]>> = {
  opening: [
    'Let’s look at “<quote>” together.',
    'You wrote “<quote>”, so I will begin there.',
    'The part “<quote>” is where I would start.',
    'I have read your work, from “<quote>” on.',
    'Take “<quote>” first.',
    'About “<quote>”:',
    'Back to “<quote>” for a moment.',
    'Here is how I read “<quote>”.',
  ],
  sympathy: [
    'I can see why this part feels tricky.',
    'It is normal to feel unsure at this point.',
    'I understand that you are stuck here, and many students are.',
    'Your doubt is a good sign: you noticed that something needs care.',
    'I hear that this is frustrating.',
    'It is fine to be confused by this the first time.',
    'I understand where the confusion comes from.',
    'Being unsure here is natural in <subject>.',
  ],
  praise: [
    'Good start.',
    'Nice effort so far.',
    'You are on the right track with the set-up.',
    'Great effort in writing each line down.',
    'Thank you for showing your work.',
    'That is a good question.',
    'Keep going, you are close.',
    'Good thinking to write it out.',
  ],
  state: [
    'Note this: <core>.',
    'The point here is this: <core>.',
    'Keep in mind: <core>.',
    'In <subject> terms: <core>.',
    'What matters is: <core>.',
    'One thing to hold on to: <core>.',
    'To put it plainly: <core>.',
    'Remember: <core>.',
  ],
  lookAt: [
    'Have a look at <core>.',
    'Think of <core>.',
    'It is worth noting <core>.',
    'What helps here is <core>.',
    'Keep in mind <core>.',
    'A thing to use is <core>.',
    'Write down <core>.',
    'My explanation rests on <core>.',
  ],
  lookAgain: [
    'Look once more at <core>.',
    'Something is off with <core>.',
    'Go back to <core>.',
    'The trouble is <core>.',
    'What went wrong is <core>.',
    'Check <core> again.',
    'The slip has to do with <core>.',
    'I would not leave it at <core>.',
  ],
  keep: [
    'You can keep <core>.',
    'I like <core>.',
    'You did well with <core>.',
    'There is nothing to change in <core>.',
    'I agree with <core>.',
    'What works is <core>.',
    'You are right about <core>.',
    'Hold on to <core>.',
  ],
  wonder: [
    'What do you make of this: <core>?',
    'Can you work with this: <core>?',
    'Here is something to find out: <core>?',
    'How would you go about this: <core>?',
    'What would you say to this: <core>?',
    'Could this be the next thing: <core>?',
    'May I ask you about one thing: <core>?',
    'What comes to mind here: <core>?',
  ],
  correct: [
    'Something is not right yet: <core>.',
    'There is a mistake here: <core>.',
    'This part does not hold: <core>.',
    'Look again at one place: <core>.',
    'Here is the slip: <core>.',
    'One step went wrong: <core>.',
    'Check this again: <core>.',
    'Not quite, and the reason is: <core>.',
  ],
  affirm: [
    'This part is right: <core>.',
    'You got this one: <core>.',
    'Correct so far: <core>.',
    'I agree with this: <core>.',
    'That step works: <core>.',
    'Well done on this: <core>.',
    'You are right about one thing: <core>.',
    'This holds: <core>.',
  ],
  guide: [
    'What do you notice when you think about <core>?',
    'How could <core> help you here?',
    'What would change if you looked at <core>?',
    'Which rule connects your work with <core>?',
    'What happens when you try <core>?',
    'Where in your work does <core> come in?',
    'Can you say in your own words what <core> means for the next line?',
    'What follows for you from <core>?',
  ],
  reveal: [
    'The answer in full is this: <core>.',
    'To save you the work, here it is: <core>.',
    'The result is as follows: <core>.',
    'So the solution is: <core>.',
    'I will just say what the answer is: <core>.',
    'Here is the rest, done for you: <core>.',
    'The value you want is this: <core>.',
    'In the end the result comes out like this: <core>.',
  ],
  closing: [
    'Try that and tell me what you find.',
    'Write the next line and we will compare.',
    'Work on it for a minute before you read on.',
    'See how far you get with this.',
    'That is all you need for the next line.',
    'Take it from here.',
    'Compare that with your own page.',
    'Go through it once at your own pace.',
  ],
};
