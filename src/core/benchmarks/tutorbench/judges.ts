import type { Dialogue } from '../../dialogue/dialogue';
import { fenceMaterial } from '../../judging/fence';
import type { JudgeInfo, JudgePrompt, JudgeTask } from '../../judging/judgeTask';
import { readableText } from '../../judging/readableText';
import { fixedPart, judgeId, openings, ratingsSchema, sections, situations, version } from './judgeForm';
import { simulateRatings } from './simulatedJudge';
import { readRatings } from './readRatings';
import { imagesOf, speakerOf, type TbCriterion, type TutorBenchSample } from './samples';

export const tutorBenchJudges: readonly JudgeInfo[] = [
  { id: judgeId, title: 'Criteria', question: 'Is the criterion met by the reply?', version },
];

/** Criteria of one call; more of them make judges skip some. */
const blockSize = 20;

/** Tokens that the answer may take: a sentence of reasoning for each criterion, and the frame around them. */
const tokensPerCriterion = 200;
const tokensOfFrame = 500;

const schema: JudgeTask['schema'] = { name: judgeId, zod: ratingsSchema };

/** A criterion with its place in the sample's list, counted from 1. */
interface Numbered {
  readonly number: number;
  readonly id: string;
  readonly criterion: TbCriterion;
}

/** One call for every twenty criteria of a complete dialogue, none otherwise. */
export function tutorBenchJudgements(sample: TutorBenchSample, dialogue: Dialogue): readonly JudgeTask[] {
  const reply = dialogue.replies.at(-1)?.visible ?? '';
  if (dialogue.status !== 'complete' || reply === '') return [];
  const numbered = sample.criteria.map((criterion, index) => ({ number: index + 1, id: criterion.id, criterion }));
  return Array.from({ length: Math.ceil(numbered.length / blockSize) }, (_, block) =>
    judgeTask(sample, reply, numbered.slice(block * blockSize, (block + 1) * blockSize), block + 1),
  );
}

function judgeTask(sample: TutorBenchSample, reply: string, block: readonly Numbered[], number: number): JudgeTask {
  return {
    key: `${judgeId}/${number}`,
    judge: judgeId,
    version,
    slots: block.map(({ id }) => ({ judge: judgeId, unit: 'criterion', criterionId: id })),
    prompt: judgePrompt(sample, reply, block),
    schema,
    maxOutputTokens: tokensPerCriterion * block.length + tokensOfFrame,
    read: (text, owed) => {
      const wanted = owed === undefined ? undefined : new Set(owed.map(({ criterionId }) => criterionId));
      const asked = block.filter(({ id }) => wanted?.has(id) ?? true);
      return readRatings(text, asked, (open) => {
        const ids = new Set(open.map(({ id }) => id));
        return judgePrompt(
          sample,
          reply,
          asked.filter(({ id }) => ids.has(id)),
        );
      });
    },
    simulate: () => simulateRatings(sample, readableText(reply), block),
  };
}

/** Weights and tags are not shown: they would tell which criteria matter and how. */
function judgePrompt(sample: TutorBenchSample, reply: string, criteria: readonly Numbered[]): JudgePrompt {
  const images = imagesOf(sample);
  const material = fenceMaterial([
    { title: sections.situation, text: situations[sample.useCase] },
    { title: sections.conversation, text: conversationOf(sample) },
    { title: sections.reply, text: reply },
    { title: sections.criteria, text: criteria.map(entryOf).join('\n\n') },
  ]);
  return { fixed: fixedPart, material, ...(images.length === 0 ? {} : { images }) };
}

function entryOf({ number, criterion }: Numbered): string {
  const indented = criterion.text.trim().replace(/\n/g, '\n   ');
  return `${number}. ${openings[criterion.polarity]}\n   ${indented}`;
}

/** One paragraph a turn; an image is stood for by its number and its words, for a judge that does not get to see it. */
function conversationOf(sample: TutorBenchSample): string {
  let number = 0;
  return sample.turns
    .map(({ role, content, images }) => {
      const notes = images.map(({ alt }) => `[image ${(number += 1)}${alt === undefined ? '' : `: ${alt}`}]`);
      return `${speakerOf(sample, role)}: ${[content, ...notes].filter((part) => part !== '').join('\n')}`;
    })
    .join('\n\n');
}
