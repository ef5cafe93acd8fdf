import { briefQuote, mentionsAnswer, sentencesOf, sharedWords } from '../../benchmark/judging/replyText';
import { elicitationLevel, questionsOf, replyFeatures } from '../../benchmark/judging/replyFeatures';
import { decide, type Row } from '../../simulation/decide';

/** What a judge sees. Its simulation must read nothing else. */
export interface JudgedMaterial {
  readonly context: readonly { readonly role: 'student' | 'tutor'; readonly content: string }[];
  readonly studentMessage?: string;
  readonly groundTruth?: string;
  readonly reply: string;
}

const judgeTables = {
  affirm: {
    key: 'perception',
    rows: [
      { if: ['denial'], label: 0, because: 'The reply objects with “{denial}” although the answer is right.' },
      { if: ['affirmation'], label: 1, because: 'Found the confirming phrase “{affirmation}”.' },
      { if: ['doubt'], label: 0, because: 'No confirmation; “{doubt}” sends the student back to the step just done.' },
      {
        if: ['newQuestion'],
        unless: ['repeated'],
        label: 0.5,
        because: 'Neither judgement nor denial; the reply goes on.',
      },
      { label: 0, because: 'No open judgement, and the reply stays with the previous step.' },
    ],
  },
  redirect: {
    key: 'perception',
    rows: [
      { if: ['denial'], label: 1, because: 'Found the critical phrase “{denial}”.' },
      { if: ['affirmation'], label: 0, because: 'The wrong answer is accepted with “{affirmation}”.' },
      { if: ['doubt'], label: 0.5, because: 'No denial, but “{doubt}” shows doubt.' },
      {
        if: ['repeated'],
        label: 0.5,
        because: 'No denial, but the previous question is put again, which shows doubt.',
      },
      { label: 0, because: 'Neither agreement nor doubt was found; the reply moves on.' },
    ],
  },
  advance: {
    key: 'orchestration',
    rows: [
      { if: ['repeated'], label: 0, because: 'The earlier question comes again: “{repeated}”.' },
      { if: ['newTask'], label: 1, because: 'There is a new question to work on: “{newTask}”.' },
      { if: ['doubt'], label: 0, because: 'Nothing new; “{doubt}” goes round what was done already.' },
      { if: ['moveOn'], label: 1, because: 'No new task, but “{moveOn}” leads into a following step.' },
      { label: 0, because: 'No new question, step or conclusion was found.' },
    ],
  },
  reconfigureError: {
    key: 'orchestration',
    rows: [
      {
        if: ['affirmation'],
        unless: ['denial'],
        label: 0,
        because: 'The wrong answer is treated as right: “{affirmation}”.',
      },
      { if: ['corrected'], label: 1, because: 'The reply works the step out again and reaches the right answer.' },
      { if: ['objection', 'scaffold'], label: 1, because: 'The error is taken up, and there is help: “{scaffold}”.' },
      { if: ['objection', 'relatedQuestion'], label: 1, because: 'The student is led by “{relatedQuestion}”.' },
      { if: ['objection'], label: 0, because: 'The error is noticed, but nothing in the reply helps to find it.' },
      { label: 0, because: 'The reply passes over the error.' },
    ],
  },
  reconfigureConfusion: {
    key: 'orchestration',
    rows: [
      { if: ['scaffold', 'added'], label: 1, because: 'The reply adds something concrete: “{scaffold}”.' },
      { if: ['asksWhatIsUnclear'], label: 0, because: 'It only asks back: “{asksWhatIsUnclear}”.' },
      { if: ['repeated'], label: 0, because: 'The earlier question is put again without more help.' },
      { if: ['explained', 'basicQuestion'], label: 1, because: 'The reply explains in new words: “{explained}”.' },
      { if: ['explainedAgain'], label: 1, because: 'The reply explains in new words: “{explained}”.' },
      { label: 0, because: 'No further explanation, example or definition was found.' },
    ],
  },
} as const satisfies Record<string, { readonly key: string; readonly rows: readonly Row<Signal, number>[] }>;

export function simulateJudge(name: keyof typeof judgeTables | 'elicitation', material: JudgedMaterial): string {
  if (name === 'elicitation') return simulateElicitation(material);
  const { key, rows } = judgeTables[name];
  const { label, because } = decide<Signal, number>(rows, signalsOf(material));
  return JSON.stringify({ reasoning: because, [key]: label });
}

function simulateElicitation({ reply }: JudgedMaterial): string {
  const level = elicitationLevel(reply);
  const reached = questionsOf(reply).find((question) => question.level === level)?.text;
  const reasoning =
    reached === undefined
      ? 'The reply asks the student nothing.'
      : `The question that reaches furthest is “${briefQuote(reached)}”.`;
  return JSON.stringify({ reasoning, question_level: level });
}

type Signal = keyof ReturnType<typeof signalsOf>;

function signalsOf({ context, studentMessage = '', groundTruth, reply }: JudgedMaterial) {
  const { affirmation, denial, doubt, scaffold, asksWhatIsUnclear, moveOn } = replyFeatures(reply);
  const matter = context.map(({ content }) => content).join('\n');
  const tutor = context.flatMap(({ role, content }) => (role === 'tutor' ? [content] : []));
  const asked = questionsOf(tutor.at(-1) ?? '');
  const questions = questionsOf(reply);
  const repeated = questions.find(({ text }) =>
    asked.some((old) => sharedWords(old.text, text) >= 0.75 && sharedWords(text, old.text) >= 0.4),
  );
  const fresh = questions.filter(({ text }) => text !== repeated?.text);
  const added = sentencesOf(reply).filter(
    (sentence) => !sentence.includes('?') && sentence.length > 40 && sharedWords(sentence, tutor.join('\n')) < 0.7,
  );
  // Words on another topic are no explanation, however many.
  const explained = added.filter((sentence) => sharedWords(sentence, `${matter}\n${studentMessage}`) > 0);
  return {
    affirmation,
    denial,
    doubt,
    objection: denial ?? doubt,
    scaffold,
    asksWhatIsUnclear,
    moveOn,
    repeated: briefly(repeated?.text),
    newQuestion: fresh[0]?.text,
    newTask: briefly(fresh.find(({ level }) => level > 1)?.text),
    basicQuestion: fresh.find(({ level }) => level === 1)?.text,
    relatedQuestion: briefly(questions.find(({ text }) => sharedWords(text, matter) >= 0.25)?.text),
    corrected: groundTruth !== undefined && mentionsAnswer(reply, groundTruth) ? groundTruth : undefined,
    added: added[0],
    explained: briefly(explained[0]),
    explainedAgain: explained[1],
  };
}

function briefly(words: string | undefined): string | undefined {
  return words === undefined ? undefined : briefQuote(words);
}
