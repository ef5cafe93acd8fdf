import * as z from 'zod';
import type { Dialogue } from '../../dialogue/dialogue';
import { fenceMaterial, untrustedNotice } from '../../judging/fence';
import type { JudgeInfo, JudgeTask } from '../../judging/judgeTask';
import { judgeVersion } from '../../judging/judgeVersion';
import type { ProtocolPolicy } from '../protocolPolicy';
import { dimensionIds, labelsOf, type DimensionId } from './labels';
import { simulateJudge, type JudgeMaterial } from './offlineJudges';
import { answerSchema, readDimension } from './readDimension';
import { rubrics } from './rubrics';
import { transcriptOf, type MrSample } from './samples';

/** Titles of the material's sections; part of the judge's version. */
const sections = {
  conversation: 'previous conversation',
  solution: 'worked solution of the problem',
  reply: 'tutor reply to be judged',
} as const;

/** What is the same for every sample of a judge. */
interface JudgeForm {
  readonly fixed: string;
  readonly version: string;
  readonly schema: JudgeTask['schema'];
  readonly read: JudgeTask['read'];
}

const withSolutionShown = new Map(dimensionIds.map((id) => [id, judgeForm(id, true)]));
const withSolutionHidden = new Map(dimensionIds.map((id) => [id, judgeForm(id, false)]));

/** The eight judges as they run by default, the worked solution shown to four of them. */
export const mrJudges: readonly JudgeInfo[] = dimensionIds.map((id) => ({
  id,
  title: rubrics[id].title,
  question: rubrics[id].question,
  version: formOf(id, rubrics[id].seesSolution).version,
}));

/** One call per dimension on a complete dialogue, none otherwise: an empty reply must not earn “No” for revealing. */
export function mrJudgements(sample: MrSample, dialogue: Dialogue, policy: ProtocolPolicy): readonly JudgeTask[] {
  const reply = dialogue.replies.at(-1)?.visible ?? '';
  if (dialogue.status !== 'complete' || reply === '') return [];
  return dimensionIds.map((dimension) => judgeTask(dimension, sample, reply, policy));
}

/** What a dimension's judge is given of a reply: the worked solution only where both policy and dimension let it have it. */
function judgeMaterial(
  dimension: DimensionId,
  { history, groundTruthSolution }: MrSample,
  reply: string,
  policy: ProtocolPolicy,
): JudgeMaterial {
  return { history, reply, solution: seesSolution(dimension, policy) ? groundTruthSolution : undefined };
}

function seesSolution(dimension: DimensionId, { groundTruthToJudge }: ProtocolPolicy): boolean {
  return groundTruthToJudge && rubrics[dimension].seesSolution;
}

function judgeTask(dimension: DimensionId, sample: MrSample, reply: string, policy: ProtocolPolicy): JudgeTask {
  const given = judgeMaterial(dimension, sample, reply, policy);
  const { solution } = given;
  const { fixed, version, schema, read } = formOf(dimension, seesSolution(dimension, policy));
  const material = fenceMaterial([
    { title: sections.conversation, text: transcriptOf(sample.history) },
    ...(solution === undefined ? [] : [{ title: sections.solution, text: solution }]),
    { title: sections.reply, text: reply },
  ]);
  return {
    key: dimension,
    judge: dimension,
    version,
    slots: [{ judge: dimension, unit: 'reply' }],
    prompt: { fixed, material },
    schema,
    read,
    simulate: () => simulateJudge(dimension, given),
  };
}

function formOf(dimension: DimensionId, withSolution: boolean): JudgeForm {
  const forms = withSolution ? withSolutionShown : withSolutionHidden;
  return forms.get(dimension) ?? judgeForm(dimension, withSolution);
}

function judgeForm(dimension: DimensionId, withSolution: boolean): JudgeForm {
  const fixed = fixedPart(dimension, withSolution);
  const schema = answerSchema(dimension);
  const template = withSolution ? Object.values(sections) : [sections.conversation, sections.reply];
  return {
    fixed,
    version: judgeVersion(dimension, fixed, template.join('\n'), JSON.stringify(z.toJSONSchema(schema))),
    schema: { name: dimension, zod: schema },
    read: readDimension(dimension),
  };
}

/** The part that is the same for every sample; `withSolution` says that a worked solution may be among the material. */
function fixedPart(dimension: DimensionId, withSolution: boolean): string {
  const { question, definition, levels } = rubrics[dimension];
  const labels = labelsOf(dimension);
  return [
    'You are an objective critic of how a tutor answers a student who has made a mistake in mathematics or is confused. You are ' +
      'given their previous conversation and the tutor’s reply to it, and you decide one question about that reply, and only this one.',
    `Question: ${question}\n${definition}`,
    `Rubric:\n${labels.map((label, index) => `- "${label}": ${levels[index] ?? ''}`).join('\n')}`,
    ...(withSolution
      ? [
          'A worked solution of the problem may be among the material. Use it to check facts; the student has not seen it.',
        ]
      : []),
    'First write one sentence of feedback on this question alone, then choose the label of the rubric that follows from it. Do not ' +
      'assess the reply in general, and write nothing else.',
    `Answer with one JSON object: {"feedback": "<one sentence>", "label": ${labels.map((label) => `"${label}"`).join(' | ')}}`,
    untrustedNotice,
  ].join('\n\n');
}
