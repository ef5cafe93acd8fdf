import * as z from 'zod';
import { type Dialogue, transcriptOf } from '../../benchmark/dialogue';
import { fenceEach, untrustedNotice, untrustedNoticeAbove } from '../../benchmark/judging/fence';
import { type JudgeInfo, type JudgePrompt, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';
import { readDecisions, readVerdict, type VerdictForm } from '../../benchmark/judging/readAnswer';
import { okVerdict } from '../../benchmark/judging/verdict';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { isRecord } from '../../text/isRecord';
import type { DimensionId, MrLabel } from './labels';
import { dimensionIds, extentLabels, labelOfCode, labelsOf, readLabel, revealingLabels, toneLabels } from './labels';
import { mrChoice } from './policies';
import { rubrics } from './rubrics';
import type { MrSample } from './samples';
import { simulateJudge } from './simulatedJudges';

/** The feedback comes first, so that the label follows from it. */
const answerSchemas = Object.fromEntries(
  dimensionIds.map((id) => [id, z.object({ feedback: z.string(), label: z.enum(labelsOf(id)) })]),
) as unknown as Readonly<Record<DimensionId, z.ZodType<{ feedback: string; label: MrLabel }>>>;
const allAnswersSchema = z.object(answerSchemas);

/** The same for all eight judges: providers put the schema before the prompt, and the calls share that prefix. */
const anyAnswerSchema = z.object({
  feedback: z.string(),
  label: z.enum([...new Set([...extentLabels, ...revealingLabels, ...toneLabels])]),
});

const role =
  'You are an objective critic of how a tutor answers a student who has made a mistake in mathematics or is confused. You are ' +
  'given their previous conversation and the tutor’s reply to it';

const sharedText = [
  `${role}, and you decide one question about that reply, and only this one. Do not assess the reply in general.`,
  untrustedNoticeAbove,
].join('\n\n');

function solutionNote(withSolution: boolean, use: string): readonly string[] {
  return withSolution
    ? [`A worked solution may be among the material. Use it to check facts${use}; the student has not seen it.`]
    : [];
}

function questionText(dimension: DimensionId, withSolution: boolean): string {
  return [
    rubricText(dimension),
    ...solutionNote(withSolution, ''),
    'First write one sentence of feedback on this question alone, then choose the label that follows from it. Write nothing else.',
    `Answer with one JSON object: ${answerText(dimension)}`,
  ].join('\n\n');
}

function textOfAll(withSolution: boolean): string {
  const seeing = dimensionIds.filter((id) => rubrics[id].seesSolution).join(', ');
  return [
    `${role}, and you decide eight questions about that reply. Take each as if the others did not exist: a reply may do well ` +
      'on one and fail on the next. Do not assess the reply in general.',
    ...dimensionIds.map((id) => `## ${id}\n${rubricText(id)}`),
    ...solutionNote(withSolution, ` for ${seeing}, and for nothing else`),
    'For each question first write one sentence of feedback on it alone, then choose the label that follows from it. Write nothing else.',
    `Answer with one JSON object that has these eight keys:\n{\n${dimensionIds.map((id) => `  "${id}": ${answerText(id)}`).join(',\n')}\n}`,
    untrustedNotice,
  ].join('\n\n');
}

function rubricText(dimension: DimensionId): string {
  const { question, definition, levels } = rubrics[dimension];
  const labels = labelsOf(dimension).map((label, index) => `- "${label}": ${levels[index] ?? ''}`);
  return `Question: ${question}\n${definition}\nLabels:\n${labels.join('\n')}`;
}

function answerText(dimension: DimensionId): string {
  const labels = labelsOf(dimension).map((label) => `"${label}"`);
  return `{"feedback": "<one sentence>", "label": ${labels.join(' | ')}}`;
}

const sections = ['previous conversation', 'tutor reply to be judged', 'worked solution of the problem'] as const;

function versionOf(id: string, text: string, withSolution: boolean, schema: z.ZodType): string {
  const titles = sections.slice(0, withSolution ? 3 : 2).join('\n');
  return judgeVersion(id, text, titles, schema);
}

function forms<T>(of: (withSolution: boolean) => T): { readonly shown: T; readonly hidden: T } {
  return { shown: of(true), hidden: of(false) };
}

const allForms = forms((withSolution) => {
  const fixed = textOfAll(withSolution);
  return { fixed, version: versionOf('all_dimensions', fixed, withSolution, allAnswersSchema) };
});

const judges = dimensionIds.map((judge) => ({
  judge,
  ...forms((withSolution) => {
    const question = questionText(judge, withSolution);
    return { question, version: versionOf(judge, `${sharedText}\n${question}`, withSolution, anyAnswerSchema) };
  }),
}));

export const mrJudges: readonly JudgeInfo[] = judges.map(({ judge: id, shown, hidden }) => {
  const { title, question, seesSolution } = rubrics[id];
  return { id, title, question, version: (seesSolution ? shown : hidden).version };
});

/** None without a reply: an empty one must not earn “No” for revealing. */
export function mrJudgements(
  { history, groundTruthSolution }: MrSample,
  dialogue: Dialogue,
  policy: ProtocolPolicy,
): readonly JudgeTask[] {
  const reply = dialogue.replies.at(-1)?.visible ?? '';
  if (dialogue.status !== 'complete' || reply === '') return [];
  const groundTruthToJudge = mrChoice(policy, 'groundTruthToJudge');
  const solution = groundTruthToJudge ? groundTruthSolution : undefined;
  const texts = [transcriptOf(history), reply, ...(solution === undefined ? [] : [solution])];
  // Fenced once, so that judges with and without the solution share the fence code.
  const fenced = fenceEach(texts.map((text, index) => ({ title: sections[index] ?? '', text })));
  const [material, shared] = [fenced.join('\n\n'), fenced.slice(0, 2).join('\n\n')];
  const simulated = (id: DimensionId): string =>
    simulateJudge(id, { history, reply, solution: rubrics[id].seesSolution ? solution : undefined });
  if (mrChoice(policy, 'oneJudgeCall')) {
    // The material contains the solution, and the text says which dimensions may use it.
    const { fixed, version } = allForms[groundTruthToJudge ? 'shown' : 'hidden'];
    const prompt = { fixed, material };
    const schema = { name: 'verdicts', zod: allAnswersSchema };
    const read = readAllDimensions(prompt);
    const simulate = (): string => `{${dimensionIds.map((id) => `"${id}": ${simulated(id)}`).join(', ')}}`;
    return [
      { key: 'all_dimensions', judge: dimensionIds[0], version, slots: allSlots, prompt, schema, read, simulate },
    ];
  }
  return judges.map(({ judge, shown, hidden }) => {
    const isShown = groundTruthToJudge && rubrics[judge].seesSolution;
    const { question, version } = isShown ? shown : hidden;
    return {
      key: judge,
      judge,
      version,
      slots: [{ judge, unit: 'reply' }],
      prompt: { fixed: sharedText, material: isShown ? material : shared, question, shared: shared.length },
      schema: { name: 'verdict', zod: anyAnswerSchema },
      read: readDimension(judge),
      simulate: () => simulated(judge),
    };
  });
}

/** Reads JSON with a label or code, and the forms of trained critics: `[RESULT] 2`, `Score: 2`. */
function formOf(dimension: DimensionId): VerdictForm<{ feedback: string; label: MrLabel }> {
  return {
    schema: answerSchemas[dimension],
    normalise: (value) => normalise(dimension, value),
    plain: (visible) => markedResult(visible),
    toVerdicts: ({ label, feedback }) => [okVerdict({ judge: dimension, unit: 'reply' }, label, feedback)],
  };
}

export function readDimension(dimension: DimensionId): JudgeTask['read'] {
  return readVerdict(formOf(dimension));
}

const allSlots = dimensionIds.map((judge) => ({ judge, unit: 'reply' as const }));

export function readAllDimensions(prompt: JudgePrompt): JudgeTask['read'] {
  return readDecisions(
    dimensionIds.map((judge) => ({ judge, key: 'label', form: formOf(judge) })),
    () => prompt,
  );
}

function normalise(dimension: DimensionId, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const fields = new Map(Object.entries(value).map(([key, field]) => [key.trim().toLowerCase(), field]));
  const given = fields.get('label') ?? fields.get('score') ?? fields.get('result');
  const feedback = fields.get('feedback') ?? '';
  return { feedback, label: anyLabel(dimension, given) ?? given };
}

/** A label word, or a code as number or digit. Never rounds, because the rubric has no fractions. */
function anyLabel(dimension: DimensionId, given: unknown): MrLabel | undefined {
  if (typeof given === 'number') return labelOfCode(dimension, given);
  if (typeof given !== 'string') return undefined;
  return /^\s*[123]\s*$/.test(given) ? labelOfCode(dimension, Number(given)) : readLabel(dimension, given);
}

/** The paper's marker, or a closing line such as “Score: 2”, with the feedback before it and the result after it. */
const marked =
  /^(?:feedback:)?([^]*?)(?:\[RESULT\][ \t]*:?|(?<=^|\n)[ \t*]*(?:Score|Label|Rating|Result)[ \t*]*:)[ \t*]*([^\n]{1,60})$/i;

/** Ignores markers in the middle, because the judged reply may contain one. Two markers are no result. */
function markedResult(visible: string): { feedback: string; label: string } | undefined {
  const [, feedback = '', result = ''] = marked.exec(visible.trim()) ?? [];
  // An unfinished JSON object: its end is part of half a sentence.
  if (/\{\s*["']|\[RESULT\]/.test(feedback)) return undefined;
  // `(2)` and `2.` become `2`; the brackets of `Yes (correct)` stay.
  const bare = result.replace(/(?<![.*\s])[.*\s]+$/, '');
  return { feedback: feedback.trim(), label: /^\(([^()]*)\)$/.exec(bare)?.[1] ?? bare };
}
