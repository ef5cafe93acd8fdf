import * as z from 'zod';
import type { Dialogue } from '../../benchmark/dialogue';
import { fenceEach, untrustedNotice, untrustedNoticeAbove } from '../../benchmark/judging/fence';
import { type JudgeInfo, type JudgePrompt, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { type DimensionId, dimensionIds, labelsOf } from './labels';
import { allAnswersSchema, anyAnswerSchema, readAllDimensions, readDimension } from './readDimension';
import { rubrics } from './rubrics';
import { type MrSample, transcriptOf } from './samples';

const role =
  'You are an objective critic of how a tutor answers a student who has made a mistake in mathematics or is confused. You are ' +
  'given their previous conversation and the tutor’s reply to it';

/** What all judges of one dimension have in common; it stands above the material. */
const sharedText = [
  `${role}, and you decide one question about that reply, and only this one. Do not assess the reply in general.`,
  untrustedNoticeAbove,
].join('\n\n');

/** The question of one dimension; `withSolution` says that a worked solution may be among the material. */
function questionText(dimension: DimensionId, withSolution: boolean): string {
  return [
    rubricText(dimension),
    ...(withSolution
      ? ['A worked solution may be among the material. Use it to check facts; the student has not seen it.']
      : []),
    'First write one sentence of feedback on this question alone, then choose the label that follows from it. Write nothing else.',
    `Answer with one JSON object: {"feedback": "<one sentence>", "label": ${labelChoice(dimension)}}`,
  ].join('\n\n');
}

/** The text of the judge that decides all eight dimensions in one call. */
function textOfAll(withSolution: boolean): string {
  const seeing = dimensionIds.filter((id) => rubrics[id].seesSolution).join(', ');
  const keys = dimensionIds.map((id) => `  "${id}": {"feedback": "<one sentence>", "label": ${labelChoice(id)}}`);
  return [
    `${role}, and you decide eight questions about that reply. Take each as if the others did not exist: a reply may do well ` +
      'on one and fail on the next. Do not assess the reply in general.',
    ...dimensionIds.map((id) => `## ${id}\n${rubricText(id)}`),
    ...(withSolution
      ? [
          `A worked solution may be among the material. Use it to check facts for ${seeing}, and for nothing else; the student has not seen it.`,
        ]
      : []),
    'For each question first write one sentence of feedback on it alone, then choose the label that follows from it. Write nothing else.',
    `Answer with one JSON object that has these eight keys:\n{\n${keys.join(',\n')}\n}`,
    untrustedNotice,
  ].join('\n\n');
}

function rubricText(dimension: DimensionId): string {
  const { question, definition, levels } = rubrics[dimension];
  const labels = labelsOf(dimension).map((label, index) => `- "${label}": ${levels[index] ?? ''}`);
  return `Question: ${question}\n${definition}\nLabels:\n${labels.join('\n')}`;
}

function labelChoice(dimension: DimensionId): string {
  return labelsOf(dimension)
    .map((label) => `"${label}"`)
    .join(' | ');
}

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
