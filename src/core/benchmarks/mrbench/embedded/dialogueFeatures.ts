import { feature, logCount, type ReadText, type ReplyFeature, type ReplyReading, sameWords } from './replyReading';

/** How the reply relates to what was said, and where in the dialogue it stands. */
export const dialogueFeatures: readonly ReplyFeature[] = [
  feature('wordsOfStudent', 'takes up words of the student', 'takes up few words of the student', (reading) =>
    share(reading, reading.lastStudent),
  ),
  feature(
    'wordsOfLastTutor',
    'takes up words of the last tutor turn',
    'takes up few words of the last tutor turn',
    (reading) => share(reading, reading.lastTutor),
  ),
  feature('wordsOfProblem', 'takes up words of the problem', 'takes up few words of the problem', (reading) =>
    share(reading, reading.problem),
  ),
  {
    id: 'wordsOfSolution',
    high: 'takes up words of the worked solution',
    low: 'takes up few words of the worked solution',
    value: (reading) => (reading.solution === undefined ? 0 : share(reading, reading.solution)),
    ofSolution: true,
  },
  feature(
    'wordsOfDialogue',
    'stays with the words of the conversation',
    'uses words that are new to the conversation',
    ({ words, student, tutor }) => shareOf(words, (word) => student.words.has(word) || tutor.words.has(word)),
  ),
  feature(
    'newWords',
    'has many words that are new to the conversation',
    'has few new words',
    ({ words, student, tutor }) =>
      logCount([...words].filter((word) => !student.words.has(word) && !tutor.words.has(word)).length),
  ),
  feature(
    'studentWordsTaken',
    'repeats much of the student’s turn',
    'repeats little of the student’s turn',
    ({ words, lastStudent }) => shareOf(lastStudent.words, (word) => words.has(word)),
  ),
  feature(
    'tutorWordsTaken',
    'repeats much of the last tutor turn',
    'repeats little of the last tutor turn',
    ({ words, lastTutor }) => shareOf(lastTutor.words, (word) => words.has(word)),
  ),
  feature('repeatsTutor', 'is close to an earlier tutor turn', 'is unlike earlier tutor turns', repeatsTutor),
  feature(
    'echoesStudent',
    'shares runs of words with the student',
    'shares no run of words with the student',
    (reading) => runs(reading, reading.lastStudent),
  ),
  feature(
    'echoesProblem',
    'shares runs of words with the problem',
    'shares no run of words with the problem',
    (reading) => runs(reading, reading.problem),
  ),
  feature('turns', 'comes late in the dialogue', 'comes early in the dialogue', ({ turns }) => logCount(turns.length)),
  feature('problemLength', 'follows a long first turn', 'follows a short first turn', ({ problem }) =>
    logCount(problem.text.length),
  ),
  feature('studentLength', 'follows a long student turn', 'follows a short student turn', ({ lastStudent }) =>
    logCount(lastStudent.text.length),
  ),
  feature(
    'studentNumbers',
    'follows a student turn with numbers',
    'follows a student turn without numbers',
    ({ lastStudent }) => logCount(lastStudent.numbers.length),
  ),
  feature('studentAsks', 'follows a student’s question', 'follows no student’s question', ({ lastStudent }) =>
    Number(lastStudent.text.includes('?')),
  ),
  feature(
    'studentUnsure',
    'follows an unsure student',
    'follows a student who does not sound unsure',
    said(/\b(?:don't know|not sure|confus\w+|stuck|i think|maybe|um+|help|hard|guess|idk)\b/i),
  ),
  feature(
    'studentAgrees',
    'follows a student who agrees',
    'follows a student who does not agree',
    said(/^\W*(?:yes|ok|okay|oh|i see|right|sure|yeah|got it|thank)/i),
  ),
  feature(
    'studentSorry',
    'follows a student who takes something back',
    'follows a student who takes nothing back',
    said(/\b(?:sorry|mistake|you're right|i see|oh|apolog\w+|wrong|should have)\b/i),
  ),
  feature(
    'tutorDoubted',
    'follows a tutor turn that cast doubt',
    'follows a tutor turn that cast no doubt',
    ({ lastTutor }) =>
      Number(/\b(?:check|sure|again|not|wrong|mistake|but|however|incorrect|why)\b/i.test(lastTutor.text)),
  ),
  feature('tutorAsked', 'follows a tutor’s question', 'follows no tutor’s question', ({ lastTutor }) =>
    Number(lastTutor.text.includes('?')),
  ),
  feature('endsWithTutor', 'follows a tutor turn', 'follows a student turn', ({ turns }) =>
    Number(turns.at(-1)?.role === 'tutor'),
  ),
];

function share({ words }: ReplyReading, other: ReadText): number {
  return shareOf(words, (word) => other.words.has(word));
}

function shareOf(words: ReadonlySet<string>, taken: (word: string) => boolean): number {
  let count = 0;
  for (const word of words) if (taken(word)) count += 1;
  return words.size === 0 ? 0 : count / words.size;
}

function said(pattern: RegExp): (reading: ReplyReading) => number {
  return ({ lastStudent }) => Number(pattern.test(lastStudent.text));
}

/** The greatest overlap with one tutor turn, 1 for the same words. */
function repeatsTutor({ text, words, turns }: ReplyReading): number {
  let most = 0;
  for (const { role, content } of turns) {
    if (role !== 'tutor') continue;
    if (sameWords(content, text)) return 1;
    const lower = content.toLowerCase();
    most = Math.max(
      most,
      shareOf(words, (word) => lower.includes(word)),
    );
  }
  return most;
}

/** Share of the reply's pairs of neighbouring words that the other text has too. */
function runs({ tokens }: ReplyReading, { text }: ReadText): number {
  if (tokens.length < 2) return 0;
  const other = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}']+/gu, ' ')} `;
  let count = 0;
  for (let place = 1; place < tokens.length; place++) {
    if (other.includes(` ${tokens[place - 1] ?? ''} ${tokens[place] ?? ''} `)) count += 1;
  }
  return count / (tokens.length - 1);
}
