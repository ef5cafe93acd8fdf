import { logCount, type Measures, type ReplyReading, sameWords } from './replyReading';

/** How the reply relates to what was said, and where in the dialogue it stands. */
export const dialogueMeasures = {
  wordsOfStudent: ({ words, lastStudent }) => shareOf(words, (word) => lastStudent.words.has(word)),
  wordsOfLastTutor: ({ words, lastTutor }) => shareOf(words, (word) => lastTutor.words.has(word)),
  wordsOfProblem: ({ words, problem }) => shareOf(words, (word) => problem.words.has(word)),
  wordsOfSolution: ({ words, solution }) => shareOf(words, (word) => solution?.words.has(word) === true),
  wordsOfDialogue: (reading) => shareOf(reading.words, (word) => wasSaid(word, reading)),
  newWords: (reading) => [...reading.words].filter((word) => !wasSaid(word, reading)),
  studentWordsTaken: ({ words, lastStudent }) => shareOf(lastStudent.words, (word) => words.has(word)),
  tutorWordsTaken: ({ words, lastTutor }) => shareOf(lastTutor.words, (word) => words.has(word)),
  repeatsTutor: ({ text, words, turns }) => {
    const earlier = turns.flatMap(({ role, content }) => (role === 'tutor' ? [content] : []));
    if (earlier.some((content) => sameWords(content, text))) return 1;
    const overlaps = earlier.map((content) => {
      const lower = content.toLowerCase();
      return shareOf(words, (word) => lower.includes(word));
    });
    return Math.max(0, ...overlaps);
  },
  echoesStudent: ({ tokens, lastStudent }) => sharedPairs(tokens, lastStudent.text),
  echoesProblem: ({ tokens, problem }) => sharedPairs(tokens, problem.text),
  turns: ({ turns }) => turns,
  problemLength: ({ problem }) => logCount(problem.text.length),
  studentLength: ({ lastStudent }) => logCount(lastStudent.text.length),
  studentNumbers: ({ lastStudent }) => lastStudent.numbers,
  studentAsks: ({ lastStudent }) => lastStudent.text.includes('?'),
  studentUnsure: ({ lastStudent }) =>
    /\b(?:don't know|not sure|confus\w+|stuck|i think|maybe|um+|help|hard|guess|idk)\b/i.test(lastStudent.text),
  studentAgrees: ({ lastStudent }) =>
    /^\W*(?:yes|ok|okay|oh|i see|right|sure|yeah|got it|thank)/i.test(lastStudent.text),
  studentSorry: ({ lastStudent }) =>
    /\b(?:sorry|mistake|you're right|i see|oh|apolog\w+|wrong|should have)\b/i.test(lastStudent.text),
  tutorDoubted: ({ lastTutor }) =>
    /\b(?:check|sure|again|not|wrong|mistake|but|however|incorrect|why)\b/i.test(lastTutor.text),
  tutorAsked: ({ lastTutor }) => lastTutor.text.includes('?'),
  endsWithTutor: ({ turns }) => turns.at(-1)?.role === 'tutor',
} satisfies Measures;

function wasSaid(word: string, { student, tutor }: ReplyReading): boolean {
  return student.words.has(word) || tutor.words.has(word);
}

function shareOf(words: ReadonlySet<string>, isTaken: (word: string) => boolean): number {
  return words.size === 0 ? 0 : [...words].filter(isTaken).length / words.size;
}

/** Share of the reply's pairs of neighbouring words that the other text has too. */
function sharedPairs(tokens: readonly string[], text: string): number {
  if (tokens.length < 2) return 0;
  const other = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}']+/gu, ' ')} `;
  const pairs = tokens.slice(1).map((token, place) => ` ${tokens[place] ?? ''} ${token} `);
  return pairs.filter((pair) => other.includes(pair)).length / pairs.length;
}
