import * as z from 'zod';
import type { Dialogue } from '../../dialogue/dialogue';
import { fenceEach } from '../../judging/fence';
import { type JudgeInfo, type JudgePrompt, type JudgeTask, judgeVersion } from '../../judging/judgeTask';
import type { ProtocolPolicy } from '../protocolPolicy';
import { questionText, sharedText, textOfAll } from './judgeTexts';
import { dimensionIds, type DimensionId } from './labels';
import { allAnswersSchema, anyAnswerSchema, readAllDimensions, readDimension } from './readDimension';
import { rubrics } from './rubrics';
import { transcriptOf, type MrSample } from './samples';

/** Titles of the material's sections; part of the judge's version. */
const sections = {
  conversation: 'previous conversation',
  reply: 'tutor reply to be judged',
  solution: 'worked solution of the problem',
} as const;

/** What is the same for every sample of a judge. */
interface JudgeForm {
  readonly question: string;
  readonly version: string;
  readonly schema: JudgeTask['schema'];
}

const withSolutionShown = new Map(dimensionIds.map((id) => [id, judgeForm(id, true)]));
const withSolutionHidden = new Map(dimensionIds.map((id) => [id, judgeForm(id, false)]));
const allTogether = { shown: formOfAll(true), hidden: formOfAll(false) } as const;

/** The eight judges as they run by default, the worked solution shown to four of them. */
export const mrJudges: readonly JudgeInfo[] = dimensionIds.map((id) => ({
  id,
  title: rubrics[id].title,
  question: rubrics[id].question,
  version: formOf(id, rubrics[id].seesSolution).version,
}));

/**
 * One call per dimension on a complete dialogue, or one for all of them, as the policy says; none otherwise: an empty reply must not
 * earn “No” for revealing.
 */
export function mrJudgements(sample: MrSample, dialogue: Dialogue, policy: ProtocolPolicy): readonly JudgeTask[] {
  const reply = dialogue.replies.at(-1)?.visible ?? '';
  if (dialogue.status !== 'complete' || reply === '') return [];
  const solution = policy.groundTruthToJudge ? sample.groundTruthSolution : undefined;
  // Fenced once, so that the code is the same for judges that see the solution and for those that do not.
  const fenced = fenceEach([
    { title: sections.conversation, text: transcriptOf(sample.history) },
    { title: sections.reply, text: reply },
    ...(solution === undefined ? [] : [{ title: sections.solution, text: solution }]),
  ]);
  const seen: Seen = { sample, reply, solution, all: fenced.join('\n\n'), shared: fenced.slice(0, 2).join('\n\n') };
  if (policy.oneJudgeCall) return [taskOfAll(seen, policy)];
  return dimensionIds.map((dimension) => taskOf(dimension, seen, policy));
}

/** A reply and what may be shown of its sample. */
interface Seen {
  readonly sample: MrSample;
  readonly reply: string;
  readonly solution: string | undefined;
  /** Conversation, reply and, where there is one, solution. */
  readonly all: string;
  /** The same without the solution; `all` begins with it. */
  readonly shared: string;
}

/** Offline, the judge that learned from people's labels answers in the place of this; there are no rules besides it. */
const unanswered = (): string => '{}';

function taskOf(dimension: DimensionId, seen: Seen, { groundTruthToJudge }: ProtocolPolicy): JudgeTask {
  const isShown = groundTruthToJudge && rubrics[dimension].seesSolution;
  const { question, version, schema } = formOf(dimension, isShown);
  return {
    key: dimension,
    judge: dimension,
    version,
    slots: [{ judge: dimension, unit: 'reply' }],
    prompt: { fixed: sharedText, material: isShown ? seen.all : seen.shared, question, shared: seen.shared.length },
    schema,
    read: readDimension(dimension),
    simulate: unanswered,
  };
}

/** All dimensions in one call: the solution is among the material, and the text says for which of them it is. */
function taskOfAll(seen: Seen, { groundTruthToJudge }: ProtocolPolicy): JudgeTask {
  const { fixed, version, schema } = groundTruthToJudge ? allTogether.shown : allTogether.hidden;
  const prompt: JudgePrompt = { fixed, material: seen.all };
  return {
    key: 'all_dimensions',
    judge: dimensionIds[0],
    version,
    slots: dimensionIds.map((judge) => ({ judge, unit: 'reply' })),
    prompt,
    schema,
    read: readAllDimensions(prompt),
    simulate: unanswered,
  };
}

function formOf(dimension: DimensionId, withSolution: boolean): JudgeForm {
  const forms = withSolution ? withSolutionShown : withSolutionHidden;
  return forms.get(dimension) ?? judgeForm(dimension, withSolution);
}

function judgeForm(dimension: DimensionId, withSolution: boolean): JudgeForm {
  const question = questionText(dimension, withSolution);
  const version = versionOf(dimension, `${sharedText}\n${question}`, withSolution, anyAnswerSchema);
  return { question, version, schema: { name: 'verdict', zod: anyAnswerSchema } };
}

function formOfAll(withSolution: boolean): Omit<JudgeForm, 'question'> & { readonly fixed: string } {
  const fixed = textOfAll(withSolution);
  const version = versionOf('all_dimensions', fixed, withSolution, allAnswersSchema);
  return { fixed, version, schema: { name: 'verdicts', zod: allAnswersSchema } };
}

function versionOf(id: string, text: string, withSolution: boolean, schema: z.ZodType): string {
  const template = withSolution ? Object.values(sections) : [sections.conversation, sections.reply];
  return judgeVersion(id, text, template.join('\n'), JSON.stringify(z.toJSONSchema(schema)));
}
