import * as z from 'zod';
import { type Dialogue, transcriptOf } from '../../benchmark/dialogue';
import { fenceEach, untrustedNotice, untrustedNoticeAbove } from '../../benchmark/judging/fence';
import { type JudgeInfo, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { type DimensionId, dimensionIds, labelsOf } from './labels';
import { allAnswersSchema, anyAnswerSchema, readAllDimensions, readDimension } from './readDimension';
import { rubrics } from './rubrics';
import type { MrSample } from './samples';

const role =
  'You are an objective critic of how a tutor answers a student who has made a mistake in mathematics or is confused. You are ' +
  'given their previous conversation and the tutor’s reply to it';

/** What all judges of one dimension have in common; it stands above the material. */
const sharedText = [
  `${role}, and you decide one question about that reply, and only this one. Do not assess the reply in general.`,
  untrustedNoticeAbove,
].join('\n\n');

/** `withSolution`: a worked solution may be among the material. */
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
const sections = ['previous conversation', 'tutor reply to be judged', 'worked solution of the problem'] as const;

function versionOf(id: string, text: string, withSolution: boolean, schema: z.ZodType): string {
  const titles = sections.slice(0, withSolution ? 3 : 2).join('\n');
  return judgeVersion(id, text, titles, JSON.stringify(z.toJSONSchema(schema)));
}

/** What is the same for every sample of a judge, with the solution among the material and without. */
function formsOf(withSolution: boolean) {
  const fixed = textOfAll(withSolution);
  const each = dimensionIds.map((id) => {
    const question = questionText(id, withSolution);
    const version = versionOf(id, `${sharedText}\n${question}`, withSolution, anyAnswerSchema);
    return [id, { question, version }] as const;
  });
  return {
    all: { fixed, version: versionOf('all_dimensions', fixed, withSolution, allAnswersSchema) },
    ...(Object.fromEntries(each) as Readonly<Record<DimensionId, (typeof each)[number][1]>>),
  };
}
const forms = { shown: formsOf(true), hidden: formsOf(false) } as const;

/** The eight judges as they run by default, the worked solution shown to four of them. */
export const mrJudges: readonly JudgeInfo[] = dimensionIds.map((id) => {
  const { title, question, seesSolution } = rubrics[id];
  return { id, title, question, version: forms[seesSolution ? 'shown' : 'hidden'][id].version };
});

/** Offline, the judge that learned from people's labels answers in the place of this; there are no rules besides it. */
const unanswered = (): string => '{}';

/**
 * One call per dimension on a complete dialogue, or one for all of them, as the policy says; none otherwise: an empty reply must not
 * earn “No” for revealing.
 */
export function mrJudgements(
  sample: MrSample,
  dialogue: Dialogue,
  { groundTruthToJudge, oneJudgeCall }: ProtocolPolicy,
): readonly JudgeTask[] {
  const reply = dialogue.replies.at(-1)?.visible ?? '';
  if (dialogue.status !== 'complete' || reply === '') return [];
  const solution = groundTruthToJudge ? sample.groundTruthSolution : undefined;
  const texts = [transcriptOf(sample.history), reply, ...(solution === undefined ? [] : [solution])];
  // Fenced once, so that the code is the same for judges that see the solution and for those that do not.
  const fenced = fenceEach(texts.map((text, place) => ({ title: sections[place] ?? '', text })));
  const [material, shared] = [fenced.join('\n\n'), fenced.slice(0, 2).join('\n\n')];
  if (oneJudgeCall) {
    // The solution is among the material, and the text says for which of the dimensions it is.
    const { fixed, version } = forms[groundTruthToJudge ? 'shown' : 'hidden'].all;
    const prompt = { fixed, material };
    return [
      {
        key: 'all_dimensions',
        judge: dimensionIds[0],
        version,
        slots: dimensionIds.map((judge) => ({ judge, unit: 'reply' })),
        prompt,
        schema: { name: 'verdicts', zod: allAnswersSchema },
        read: readAllDimensions(prompt),
        simulate: unanswered,
      },
    ];
  }
  return dimensionIds.map((judge) => {
    const isShown = groundTruthToJudge && rubrics[judge].seesSolution;
    const { question, version } = forms[isShown ? 'shown' : 'hidden'][judge];
    return {
      key: judge,
      judge,
      version,
      slots: [{ judge, unit: 'reply' }],
      prompt: { fixed: sharedText, material: isShown ? material : shared, question, shared: shared.length },
      schema: { name: 'verdict', zod: anyAnswerSchema },
      read: readDimension(judge),
      simulate: unanswered,
    };
  });
}
