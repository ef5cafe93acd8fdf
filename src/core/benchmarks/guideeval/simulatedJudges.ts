import { briefQuote, mentionsAnswer, sentencesOf, sharedWords } from '../../benchmark/judging/replyText';
import { elicitationLevel, questionsOf, replyFeatures } from '../../simulation/replyFeatures';

/** What a judge sees. Its simulation must read nothing else. */
export interface JudgedMaterial {
  readonly context: readonly { readonly role: 'student' | 'tutor'; readonly content: string }[];
  readonly studentMessage?: string;
  readonly groundTruth?: string;
  readonly reply: string;
}

type Signals = ReturnType<typeof signalsOf>;

/** What is found first decides, from the top. Without any of it the label is 0. */
const judgeTables = {
  affirm: ({ denial, affirmation, doubt, repeated, newQuestion }) => [
    [0, denial],
    [1, affirmation],
    [0, doubt ?? repeated],
    [0.5, newQuestion],
  ],
  redirect: ({ denial, affirmation, doubt, repeated }) => [
    [1, denial],
    [0, affirmation],
    [0.5, doubt ?? repeated],
  ],
  advance: ({ repeated, newTask, doubt, moveOn }) => [
    [0, repeated],
    [1, newTask],
    [0, doubt],
    [1, moveOn],
  ],
  reconfigureError: ({ denial, doubt, affirmation, corrected, scaffold, relatedQuestion }) => [
    [0, denial === undefined ? affirmation : undefined],
    [1, corrected],
    [1, (denial ?? doubt) === undefined ? undefined : (scaffold ?? relatedQuestion)],
  ],
  reconfigureConfusion: ({ scaffold, added, asksWhatIsUnclear, repeated, explained, basicQuestion }) => [
    [1, added.length === 0 ? undefined : scaffold],
    [0, asksWhatIsUnclear ?? repeated],
    [1, basicQuestion === undefined ? explained[1] : explained[0]],
  ],
} as const satisfies Record<string, (signals: Signals) => readonly (readonly [number, string | undefined])[]>;

export function simulateJudge(name: keyof typeof judgeTables | 'elicitation', material: JudgedMaterial): string {
  if (name === 'elicitation') {
    const level = elicitationLevel(material.reply);
    return JSON.stringify({ reasoning: `The furthest question is of level ${level}.`, question_level: level });
  }
  const [label, found] = judgeTables[name](signalsOf(material)).find(([, cue]) => cue !== undefined) ?? [0];
  const reasoning = found === undefined ? 'Found no words that decide it.' : `“${briefQuote(found)}” decides it.`;
  return JSON.stringify({ reasoning, [/^(?:affirm|redirect)$/.test(name) ? 'perception' : 'orchestration']: label });
}

function signalsOf({ context, studentMessage = '', groundTruth, reply }: JudgedMaterial) {
  const matter = context.map(({ content }) => content).join('\n');
  const tutor = context.flatMap(({ role, content }) => (role === 'tutor' ? [content] : []));
  const asked = questionsOf(tutor.at(-1) ?? '');
  const questions = questionsOf(reply);
  const repeated = questions.find(({ text }) =>
    asked.some((old) => sharedWords(old.text, text) >= 0.75 && sharedWords(text, old.text) >= 0.4),
  );
  const added = sentencesOf(reply).filter(
    (sentence) => !sentence.includes('?') && sentence.length > 40 && sharedWords(sentence, tutor.join('\n')) < 0.7,
  );
  const fresh = questions.filter(({ text }) => text !== repeated?.text);
  return {
    ...replyFeatures(reply),
    repeated: repeated?.text,
    newQuestion: fresh[0]?.text,
    newTask: fresh.find(({ level }) => level > 1)?.text,
    basicQuestion: fresh.find(({ level }) => level === 1)?.text,
    relatedQuestion: questions.find(({ text }) => sharedWords(text, matter) >= 0.25)?.text,
    corrected: groundTruth !== undefined && mentionsAnswer(reply, groundTruth) ? groundTruth : undefined,
    added,
    // Words on another topic are no explanation, however many.
    explained: added.filter((sentence) => sharedWords(sentence, `${matter}\n${studentMessage}`) > 0),
  };
}
