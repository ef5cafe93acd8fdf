interface Dialogue {
  readonly problem: string;
  readonly student: string;
  readonly solution: string;
  /** A reply that points at the mistake and asks for a step, and one that does neither. */
  readonly replies: readonly [good: string, bad: string];
}

const dialogues: readonly Dialogue[] = [
  {
    problem: 'Mia has 4 bags with 6 marbles each and finds 5 more. How many marbles has she?',
    student: '4 + 6 is 10, and 5 more is 15.',
    solution: '4 * 6 = 24, 24 + 5 = 29',
    replies: ['You added the bags and the marbles. How many marbles are in 4 bags of 6?', 'Well done, keep it up!'],
  },
  {
    problem: 'A train goes 60 miles in one hour. How far does it go in 3 hours?',
    student: '60 / 3 = 20 miles.',
    solution: '60 * 3 = 180',
    replies: [
      'Dividing makes it shorter than one hour’s way. What happens to the distance in more hours?',
      'Trains are fun.',
    ],
  },
  {
    problem: 'Tom reads 12 pages a day for 5 days of a book with 80 pages. How many are left?',
    student: '12 * 5 = 50, so 30 are left.',
    solution: '12 * 5 = 60, 80 - 60 = 20',
    replies: ['Look at 12 times 5 again: what is 10 times 5, and 2 times 5?', 'The answer is 20.'],
  },
];

/** Six labelled replies to three dialogues in MRBench's own form, as a file has them. Written for these tests. */
export function labelledReplies(): string {
  return JSON.stringify(
    dialogues.map(({ problem, student, solution, replies }, place) => ({
      conversation_id: `written-${place + 1}`,
      conversation_history: `Tutor: Hi, could you please solve this? The question is: ${problem}\n Student: ${student}`,
      Data: 'MathDial',
      Split: 'test',
      Topic: 'Not Available',
      Ground_Truth_Solution: solution,
      anno_llm_responses: Object.fromEntries(
        replies.map((response, tutor) => [
          tutor === 0 ? 'Expert' : 'Novice',
          {
            response,
            annotation: {
              Mistake_Identification: tutor === 0 ? 'Yes' : 'No',
              Actionability: tutor === 0 ? 'Yes' : 'No',
            },
          },
        ]),
      ),
    })),
  );
}
