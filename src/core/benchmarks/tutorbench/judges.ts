import * as z from 'zod';
import type { Dialogue } from '../../benchmark/dialogue';
import { fenceMaterial, untrustedNotice } from '../../benchmark/judging/fence';
import { type JudgeInfo, type JudgePrompt, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';
import { readableReply } from '../../benchmark/judging/readableReply';
import { readVerdicts } from '../../benchmark/judging/readAnswer';
import { okVerdict, type Verdict, type VerdictSlot } from '../../benchmark/judging/verdict';
import { choicesOf, type LabelGuide } from '../../benchmark/labelGuide';
import type { TbCriterion, TbUseCase, TutorBenchSample } from './samples';
import { criterionWithId, imagesOf, transcriptOf } from './samples';
import { simulateRatings } from './simulatedJudge';

const statement: LabelGuide = {
  question: 'Is the criterion met by the reply?',
  definition:
    'Ignore whether the criterion is a good one. Only what is in the reply counts, in whatever words. One of several alternatives is ' +
    'enough, and examples (“e.g.”) only illustrate.',
  choices: choicesOf(
    [false, 'Not met', 'The statement is not true of the reply, or a part that it demands is missing.'],
    [true, 'Met', 'The statement is true of the reply.'],
  ),
};

const prohibition: LabelGuide = {
  question: 'Does the reply break this prohibition?',
  definition: 'A prohibition counts as met by a reply that does what it forbids. Only what is in the reply counts.',
  choices: choicesOf(
    [false, 'Kept', 'The reply does not do what is forbidden.'],
    [true, 'Broken', 'The reply does what is forbidden.'],
  ),
};

export function tutorBenchLabelGuide(
  { judge, criterionId }: VerdictSlot,
  sample: TutorBenchSample,
): LabelGuide | undefined {
  const criterion = criterionWithId(sample, criterionId);
  if (judge !== judgeId || criterion === undefined) return undefined;
  return criterion.polarity === 'prohibition' ? prohibition : statement;
}

export const judgeId = 'criteria';

/** The reasoning comes before the decision. `id` is the criterion's number in the list. */
const ratingsSchema = z.object({
  ratings: z.array(z.object({ id: z.string(), reasoning: z.string(), met: z.boolean() })),
});

const sections = {
  situation: 'situation',
  conversation: 'conversation',
  reply: 'tutor reply to be graded',
  criteria: 'criteria',
} as const;

/** The tutor's task. The prompt under test is not shown, because only the reply counts. */
const situations: Readonly<Record<TbUseCase, string>> = {
  adaptive_explanation:
    'The student has had an explanation and asks a follow-up question. The tutor is to explain in a way that fits this student.',
  assessment_feedback:
    'The student’s solution is in the conversation or in an image. The tutor is to say what is right and wrong in it and to give feedback.',
  active_learning:
    'The student is stuck partway through a problem. The tutor is to lead to the next step by a hint or a question.',
};

const openings = {
  statement: 'Met if this is true of the reply:',
  prohibition: 'Prohibition. Met if the reply does what the following forbids:',
} as const;

const fixedPart = [
  'You are a strict grader of a tutor’s reply to a student of science or mathematics. The material describes the situation, gives ' +
    'the conversation up to the reply, the reply, and a numbered list of criteria. Images of the conversation come with it where there are any.',
  'Apply the listed criteria and nothing else. Decide each one by itself: neither your general impression of the reply nor another ' +
    'criterion may influence it. Strict means as it is worded: ask for no less than a criterion says, and for no more.',
  [
    'What counts as said',
    '- Credit only what is in the reply, in whatever words. What only the conversation or an image says does not count.',
    '- A hint, question, example or calculation that can only mean the point counts as making it. Where the criterion is about ' +
      'giving an answer or a value, or says “explicitly”, it has to be told outright.',
    '- A criterion that demands several things (“and”, a list) is met only if all of them are there.',
    '- Of alternatives (“or”) one is enough. What follows “e.g.”, “for example”, “such as” or “like” only illustrates: anything of that ' +
      'kind is enough, and a missing example costs nothing.',
    '- A criterion about something that should be absent, or about manner or length, is decided on the whole reply. No words need to ' +
      'be found for it.',
  ].join('\n'),
  'A criterion is a statement about the reply. Set "met" to true if the statement is true of the reply and to false if it is not, ' +
    'whether it describes good or bad behaviour. A criterion that is worded as a demand (“must”, “should”, “should not”) is true ' +
    'when the reply fulfils the demand. The one exception is marked: an entry that begins with “Prohibition” is met when the reply ' +
    'breaks the prohibition, and not met when the reply keeps to it.',
  'For each criterion first write the reason, in at most 15 words: what in the reply decides it, or that nothing in it does; then decide.',
  'Answer with one JSON object that contains every number of the list exactly once, and write nothing else: ' +
    '{"ratings": [{"id": "<number>", "reasoning": "<at most 15 words>", "met": true | false}]}',
  untrustedNotice,
].join('\n\n');

const version = judgeVersion(
  judgeId,
  fixedPart,
  Object.values(sections).join('\n'),
  Object.values(situations).join('\n'),
  Object.values(openings).join('\n'),
  ratingsSchema,
);

export const tutorBenchJudges: readonly JudgeInfo[] = [
  { id: judgeId, title: 'Criteria', question: 'Is the criterion met by the reply?', version },
];

/** Criteria per call; with more, judges skip some. */
const blockSize = 20;

/** Tokens of an answer: a sentence of reasoning per criterion, plus the frame. */
const tokensPerCriterion = 200;
const tokensOfFrame = 500;

interface Numbered {
  readonly number: number;
  readonly criterion: TbCriterion;
}

export function tutorBenchJudgements(sample: TutorBenchSample, dialogue: Dialogue): readonly JudgeTask[] {
  const reply = dialogue.replies.at(-1)?.visible ?? '';
  if (dialogue.status !== 'complete' || reply === '') return [];
  const numbered = sample.criteria.map((criterion, index) => ({ number: index + 1, criterion }));
  return Array.from({ length: Math.ceil(numbered.length / blockSize) }, (_, block) =>
    judgeTask(sample, reply, numbered.slice(block * blockSize, (block + 1) * blockSize), block + 1),
  );
}

function judgeTask(sample: TutorBenchSample, reply: string, block: readonly Numbered[], number: number): JudgeTask {
  const slots = block.map(({ criterion: { id } }): VerdictSlot => ({
    judge: judgeId,
    unit: 'criterion',
    criterionId: id,
  }));
  const numberOf = ({ criterionId }: VerdictSlot): number =>
    block.find(({ criterion }) => criterion.id === criterionId)?.number ?? 0;
  return {
    key: `${judgeId}/${number}`,
    judge: judgeId,
    version,
    slots,
    prompt: judgePrompt(sample, reply, block),
    schema: { name: judgeId, zod: ratingsSchema },
    maxOutputTokens: tokensPerCriterion * block.length + tokensOfFrame,
    read: readVerdicts({
      slots,
      verdictsIn: (answer, expected) => {
        const list = listOf(answer, expected.length);
        return list === undefined
          ? 'The answer has no list "ratings".'
          : (slot) => verdictOf(slot, numberOf(slot), list);
      },
      nameOf: numberOf,
      problem: 'No single readable rating was found for number',
      remaining: (open) => {
        const numbers = open.map(numberOf);
        return judgePrompt(
          sample,
          reply,
          block.filter(({ number: own }) => numbers.includes(own)),
        );
      },
    }),
    simulate: () => simulateRatings(sample, readableReply(reply), block),
  };
}

/** Leaves out weights and tags, which reveal which criteria matter and how. */
function judgePrompt(sample: TutorBenchSample, reply: string, criteria: readonly Numbered[]): JudgePrompt {
  const images = imagesOf(sample);
  // Images are replaced by their number and description, for judges that cannot see them.
  const conversation = transcriptOf(sample, sample.turns, (image, { alt }) =>
    alt === undefined ? `[image ${image}]` : `[image ${image}: ${alt}]`,
  );
  const entries = criteria.map(({ number, criterion: { polarity, text } }) => {
    return `${number}. ${openings[polarity]}\n   ${text.trim().replace(/\n/g, '\n   ')}`;
  });
  const material = fenceMaterial([
    { title: sections.situation, text: situations[sample.useCase] },
    { title: sections.conversation, text: conversation },
    { title: sections.reply, text: reply },
    { title: sections.criteria, text: entries.join('\n\n') },
  ]);
  return { fixed: fixedPart, material, ...(images.length === 0 ? {} : { images }) };
}

// A number may be text or number, and the reasoning may be missing; `met` must be a plain yes or no.
const ratingSchema = z.object({
  id: z.union([z.string(), z.number()]).transform((id) => /^\D{0,12}?(\d{1,4})\.?$/.exec(String(id).trim())?.[1]),
  reasoning: z.string().catch(''),
  met: z.union([z.boolean(), z.stringbool({ truthy: ['true', 'yes'], falsy: ['false', 'no'] })]),
});

type Rating = z.output<typeof ratingSchema>;

function listOf(value: Readonly<Record<string, unknown>>, asked: number): readonly Rating[] | undefined {
  const list = Array.isArray(value.ratings) ? value.ratings : asked === 1 && 'met' in value ? [value] : undefined;
  return list?.flatMap((entry: unknown) => ratingSchema.safeParse(entry).data ?? []);
}

/** `undefined` for a number that is missing, unreadable or answered both ways. */
function verdictOf(slot: VerdictSlot, number: number, list: readonly Rating[]): Verdict | undefined {
  const ratings = list.filter((rating) => Number(rating.id) === number);
  const [first] = ratings;
  if (first === undefined || ratings.some(({ met }) => met !== first.met)) return undefined;
  return okVerdict(slot, first.met, first.reasoning.trim());
}
