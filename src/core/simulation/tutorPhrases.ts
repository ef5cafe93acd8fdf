/**
 * The simulated tutor's phrases for any benchmark. `{said}`: the student's words; `{asked}`: the tutor's last question;
 * `{answer}`: the right answer; `{hint}`: a step of the worked solution; `{topic}`: the task's topic.
 */
export const tutorPhrases = {
  quoteStudent: ['You say “{said}”.', 'Let me come back to “{said}”.', 'Okay, “{said}”.'],
  praise: ['Good effort so far.', 'Nice try, you are close.', 'Thank you for showing me how you see it.'],
  comfort: ['I can see why this part feels tricky.', 'It is fine to be confused by this the first time.'],
  confirm: ['Yes, “{said}” is right.', 'That is correct: “{said}”.', 'You are right about “{said}”.'],
  deny: ['Not quite: “{said}” is not what comes out here.', 'There is a small slip in your working.'],
  locate: ['The slip is where you wrote “{said}”.', 'Go back to “{said}”, there is a mistake in it.'],
  doubt: ['Hmm, look at “{said}” once more.', 'Before we go on, check “{said}” against the problem.'],
  moveOn: ['Fine, I have written that down.', 'Let us carry on with “{topic}”.', 'All right, on to the next part.'],
  simplify: [
    'For example, make the case so small that you can see at a glance how it works.',
    'Here is a hint: draw what you know as a simple sketch and leave a gap for what you do not know.',
  ],
  hint: ['Here is a hint: {hint}', 'Remember that you can start like this: {hint}', 'The idea is this: {hint}'],
  basicQuestion: ['Which things are given in the problem?', 'In “{asked}”, which word says what we are looking for?'],
  workQuestion: [
    'What do you get when you do only the first step?',
    'What do you get if you put “{said}” back into the problem?',
    'What comes out if you work out that step again?',
  ],
  nextQuestion: [
    'What is the next step, and what do you get from it?',
    'What comes out if you take “{said}” one step further?',
  ],
  deepQuestion: [
    'Why does it have to come out like that?',
    'How would you convince a classmate who does not believe “{said}”?',
  ],
  confirmQuestion: ['Does that make sense to you?', 'Are you ready to go on?'],
  askBack: ['Which part is unclear to you?', 'Where did you get lost?'],
  wait: ['Take your time and think about it.', 'Let “{asked}” sink in.', 'Do not give up now, you are close.'],
  state: [
    'Next one writes down what is given and marks what is wanted.',
    'For “{asked}” one does a single step and then compares the result with the problem.',
  ],
  reveal: ['The answer is {answer}.', 'So the answer is {answer}.'],
} as const;

export type TutorMove = keyof typeof tutorPhrases;
