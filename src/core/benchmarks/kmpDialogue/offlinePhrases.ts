/** What the simulated tutor can do in a reply; each has some wordings, with places for what `TutorMaterial` holds. */
export const phrases = {
  /** Takes up the student's words without judging them. */
  takeUp: [
    'You say “{said}”.',
    'So for you it is “{said}”.',
    'I am looking at “{said}”.',
    'Let us stay with “{said}” for a moment.',
    'I have written “{said}” on the board.',
  ],
  encourage: [
    'Good thinking.',
    'Nice work so far.',
    'Thank you for telling me how you see it.',
    'Good effort.',
    'That is a good question.',
    'I am glad that you are sticking with it.',
  ],
  empty: [
    'Okay.',
    'Let us go on.',
    'All right, this is about {domain}.',
    'Now let us see.',
    'Here is what I can say about {domain}.',
  ],
  openQuestion: [
    'Why do you think that “{said}” fits here?',
    'How do you know that “{said}” is so?',
    'What makes you say “{said}”, and how could you show it to a friend?',
    'Can you tell me why you chose this way to {aim}?',
    'How did you get to “{said}”, and what would change with other numbers?',
    'What do you notice when you compare “{said}” with the start of the problem?',
  ],
  closedQuestion: [
    'Is that clear?',
    'Do you remember the rule?',
    'Are you ready for the next one?',
    'Which number comes first?',
    'Do you agree?',
  ],
  extraQuestion: [
    'And what is the name for that?',
    'What does the other number stand for?',
    'Do you see what I mean?',
    'Can you say that again?',
  ],
  confirm: [
    'Yes, “{said}” is right.',
    'That is correct: “{said}”.',
    'You are right about “{said}”.',
    'Exactly, and the way you put “{said}” shows that you looked closely.',
  ],
  partly: [
    'You are right that we want to {aim}, but there is a mistake in “{said}”.',
    'That is right up to the last step. In “{said}” something slipped, though.',
    'Good start, the first part is correct. “{said}” does not fit yet.',
    'You have got the idea; only “{said}” is not quite right.',
  ],
  passOver: ['Fine, let us move on.', 'Good, thank you.', 'All right, that is noted.', 'Well, that is one way.'],
  nextStep: [
    'Go back to “{said}” and check it against the problem, one number at a time.',
    'Try it with a drawing next, and look at each part.',
    'Now write down what you know, and check which number belongs where.',
    'Start with the first number and count on from there.',
  ],
  reason: [
    'That is because every part has to count the same.',
    'It works because both sides stay in balance when you treat them alike.',
    'The reason is that a number only means something together with what it counts.',
    'We do this because it lets us {aim} without guessing.',
    'Since each piece has a fixed size, moving it about cannot change the whole.',
  ],
  example: [
    'Imagine you share a pizza with friends: what matters is how big each piece is.',
    'Think of a number line on the floor: every step is one jump.',
    'Picture bags of marbles with the same number in each.',
    'For example, {task} = {result}, and you can lay it out with counters.',
    'It is like filling a jar with equal cups.',
  ],
  rule: [
    'There is a rule for this, and you use it whenever you want to {aim}.',
    'You just have to learn the steps and then do them.',
    'In {domain} you take the numbers and put them together in the right way.',
    'This is how it is done in {domain}.',
  ],
  modelling: [
    'Let me think aloud with another one, {task}. First I ask myself what is asked. Then I look at the numbers one by one, and I get {task} = {result}.',
    'Watch how I do {task}: first I look at what the numbers count. Next I start with the one I know, and I see that {task} = {result}. The same plan works for other problems too.',
    'I show you how I think. I look at {task} and tell myself to go in small steps. First I write it down, then I check it: {task} = {result}. I use this pattern whenever I have to {aim}.',
  ],
  show: [
    'Here is one: {task} = {result}.',
    'Look, {task} = {result}.',
    'For instance {task} = {result}, and that is all there is to it.',
  ],
  handOver: [
    'Now you try it with your own numbers.',
    'Your turn: do the same with yours.',
    'Can you do the same with your problem?',
  ],
  practice: [
    'Try {left} in the same way.',
    'Work out {left} by yourself.',
    'Here is one for you: what is {left}?',
    'Now you try: solve {left} and one of your own.',
  ],
  vaguePractice: [
    'Do some more of these.',
    'You should practise this at home.',
    'There are more like that in your book.',
  ],
  selfCheck: [
    'How can you check your result yourself?',
    'Check it by going backwards: does your answer fit?',
    'When you are done, see if a drawing tells you the same.',
  ],
  challenge: [
    'Here is something harder: what if the numbers were twice as big, would “{said}” still work?',
    'Can you find another way to {aim}, and say why it gives the same?',
    'What happens when you take {left} instead, and is it always like that?',
    'Could you make up a harder one with {left} in it and explain why it works?',
  ],
  same: [
    'Let us do one more of the same kind.',
    'Good, then here is another one just like it.',
    'We can do that once more.',
  ],
  foothold: [
    'A drawing or a table may help you to start.',
    'If you get stuck, start with a smaller number.',
    'Hint: think about what stays the same.',
  ],
  reveal: [
    'So the answer is {number}.',
    'The right answer is {number}.',
    'If you do it properly, you get {number}.',
    'The result is {number}, as you can see.',
  ],
  padding: [
    'In mathematics it is generally important that one proceeds carefully and in an orderly fashion, that one considers all of the quantities which are given, that one recalls the definitions which apply to them, and that one only afterwards carries out the computation which is required by the problem that has been stated.',
    'You should bear in mind that in {domain} there are very many different kinds of problems, some of which are easy and some of which are hard, and that all of them can be treated with the methods that have been developed for them, provided that one has understood under which conditions these methods may be applied.',
  ],
} as const satisfies Record<string, readonly string[]>;

export type Move = keyof typeof phrases;
