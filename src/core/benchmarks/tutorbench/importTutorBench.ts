import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Importer } from '../../benchmark/importer';
import { readRecords, recordReader, type Report, textOf } from '../../benchmark/importing/readRecords';
import type { ImageReference } from '../../providers/message';
import { isRecord } from '../../text/isRecord';
import { parsedJson } from '../../text/parsedJson';
import type { TbCriterion, TbDimension, TbSkill, TbTurn, TbUseCase, TutorBenchSample } from './samples';
import { bloomIds, dimensionIds, readsAsProhibition, skillIds, subjectIds, tutorBenchSampleSchema } from './samples';

const needed = ['PROMPT', 'FOLLOW_UP_PROMPT', 'UC1_INITIAL_EXPLANATION', 'RUBRICS'] as const;

/** Reports each decision that it makes for a file on its record. */
export const importTutorBench: Importer<TutorBenchSample> = {
  format: 'tutorbench-csv',
  title: 'TutorBench, CSV of the public release',
  recognizes: (file) => file.kind === 'csv' && needed.every((name) => file.header.includes(name)),
  read: (file) => {
    const readSample = recordReader(tutorBenchSampleSchema);
    return readRecords<TutorBenchSample>(file, (raw, record, report) => {
      const row = readRow((column) => textOf(raw[column]) ?? '', report);
      return row === undefined ? [] : readSample(row, record, report);
    });
  },
};

type Cells = (column: string) => string;

function readRow(cell: Cells, report: Report): unknown {
  const entries = readRubrics(cell('RUBRICS'));
  if (typeof entries === 'string') {
    report('error', 'RUBRICS', entries);
    return undefined;
  }
  const useCase = useCaseOf(cell, entries, report);
  if (useCase === undefined) return undefined;
  const images = imagesIn(cell('IMAGE_URL'), report);
  const [bloom, subject] = [cell('bloom_taxonomy').toLowerCase(), cell('SUBJECT')];
  return {
    system: 'tutorbench',
    id: cell('TASK_ID') || contentId(cell),
    useCase,
    modality: images.length > 0 || /MULTIMODAL/i.test(cell('BATCH')) ? 'multimodal' : 'text',
    subject: subjectIds.find((id) => id.toLowerCase() === subject.toLowerCase()) ?? (subject || 'Not stated'),
    bloom: bloomIds.find((id) => id === bloom),
    turns: turnsOf(useCase, cell, images),
    criteria: criteriaOf(entries, report),
  };
}

/** The same content gets the same id, so that runs on files without TASK_ID can be compared and resumed. */
function contentId(cell: Cells): string {
  const hash = createHash('sha256');
  for (const column of [...needed, 'IMAGE_URL', 'Image']) hash.update(`${cell(column).length}\n${cell(column)}\n`);
  return `content-${hash.digest('hex').slice(0, 16)}`;
}

/** Without BATCH, criteria separate the last two use cases: correctly in 177 of 185 public rows with BATCH. */
function useCaseOf(cell: Cells, entries: readonly RubricEntry[], report: Report): TbUseCase | undefined {
  const batch = cell('BATCH');
  const number = /^USE_CASE_([123])(?:_|$)/i.exec(batch)?.[1];
  if (number === '1') return 'adaptive_explanation';
  if (number !== undefined) return number === '2' ? 'assessment_feedback' : 'active_learning';
  if (batch !== '') {
    report('error', 'BATCH', 'It names no use case; USE_CASE_1, USE_CASE_2 or USE_CASE_3 is expected at its start.');
    return undefined;
  }
  if (cell('UC1_INITIAL_EXPLANATION') !== '') return 'adaptive_explanation';
  const leads = entries.some(
    ({ severity, skill, text }) =>
      severity === 'critical_negative' ||
      skill === 'guiding_questions' ||
      /\bhint|\bnudge|guiding question|leading question|next step/i.test(text),
  );
  const found: TbUseCase = leads ? 'active_learning' : 'assessment_feedback';
  const because = leads ? 'they forbid something or ask for hints' : 'they forbid nothing and ask for no hints';
  const message =
    `The file does not say the use case; ${found} was taken from the criteria (${because}). ` +
    'Add the column BATCH to decide it yourself.';
  report('warning', 'BATCH', message);
  return found;
}

/** Chat models answer a user's turn, so a solution in text is followed by this neutral request. */
const assessmentRequest = 'Please assess this solution.';

function turnsOf(useCase: TbUseCase, cell: Cells, images: TbTurn['images']): TbTurn[] {
  const prompt = cell('PROMPT');
  const followUp = cell('FOLLOW_UP_PROMPT');
  const turn = (role: TbTurn['role'], content: string): TbTurn => ({ role, content, images: [] });
  const asked = { ...turn('user', prompt), images };
  if (useCase === 'adaptive_explanation') {
    const explanation = cell('UC1_INITIAL_EXPLANATION');
    return [asked, ...(explanation === '' ? [] : [turn('assistant', explanation)]), turn('user', followUp)];
  }
  if (useCase === 'assessment_feedback' && images.length === 0 && followUp !== '')
    return [asked, turn('assistant', followUp), turn('user', assessmentRequest)];
  return [{ ...asked, content: [prompt, followUp].filter((part) => part !== '').join('\n\n') }];
}

const weights = { critical: 5, not_critical: 1, critical_negative: -5 } as const;

function criteriaOf(entries: readonly RubricEntry[], report: Report): TbCriterion[] {
  const criteria = entries.flatMap(({ severity, ...tags }) => {
    if (severity === 'deleted') return [];
    const isProhibition = severity === 'critical_negative' && readsAsProhibition(tags.text);
    const polarity = isProhibition ? ('prohibition' as const) : ('statement' as const);
    return [{ ...tags, weight: weights[severity], polarity }];
  });
  const deleted = entries.length - criteria.length;
  if (deleted > 0) report('warning', 'RUBRICS', `Criteria marked “deleted” were left out: ${deleted}.`);
  const prohibitions = criteria.filter(({ polarity }) => polarity === 'prohibition').length;
  if (prohibitions > 0) {
    const message =
      `Criteria of weight -5 that are worded as prohibitions: ${prohibitions}. The judge is asked whether the reply breaks them, so ` +
      'that a violation costs 5 and good behaviour nothing.';
    report('warning', 'RUBRICS', message);
  }
  const untagged = criteria.filter(({ dimensions }) => dimensions.length === 0).length;
  if (untagged > 0)
    report('warning', 'RUBRICS', `Criteria without an evaluation dimension: ${untagged}. They count in no dimension.`);
  // At least two digits, so that ids sort in list order.
  return criteria.map((criterion, index) => ({ id: `c${String(index + 1).padStart(2, '0')}`, ...criterion }));
}

function imagesIn(cell: string, report: Report): readonly ImageReference[] {
  if (cell === '') return [];
  if (!/^https?:\/\/[^\s<>"]{1,2000}$/i.test(cell)) {
    report('warning', 'IMAGE_URL', 'It is no address; the image was left out.');
    return [];
  }
  // An address may not show its type. PNG is usual, and servers go by the content.
  const type = /\.(png|jpe?g|gif|webp)(?:[?#]|$)/i.exec(cell)?.[1]?.toLowerCase() ?? 'png';
  return [{ url: cell, mediaType: `image/${type.replace('jpg', 'jpeg')}` }];
}

const severities = ['critical', 'not_critical', 'critical_negative', 'deleted'] as const;

const text = z.string().trim();
const entrySchema = z
  .object({
    criteria: text.min(1),
    attributes: z.object({
      severity: text.toLowerCase().pipe(z.enum(severities)),
      explicitness: text.default(''),
      objectivity: text.default(''),
      tutoring_skill: text.default(''),
      eval_dimension: text.default(''),
    }),
  })
  .transform(({ criteria, attributes: { severity, explicitness, objectivity, tutoring_skill, eval_dimension } }) => ({
    text: criteria,
    severity,
    explicit: oneOf(explicitness, 'explicit', 'implicit'),
    objective: oneOf(objectivity, 'objective', 'subjective'),
    skill: skillOf(tutoring_skill),
    dimensions: [...new Set(eval_dimension.split(',').flatMap((name) => dimensionOf(name) ?? []))],
  }));

export type RubricEntry = Readonly<z.output<typeof entrySchema>>;

/** The criteria, or the problem. One unusable criterion spoils the list: the score is a share of all weights. */
export function readRubrics(cell: string): readonly RubricEntry[] | string {
  const list = parsedJson(cell);
  if (list === undefined) return 'The cell does not hold a JSON list of criteria.';
  if (!Array.isArray(list) || list.length === 0 || !list.every(isRecord))
    return 'The cell must hold a JSON list of criteria, each an object.';
  const { data, error } = z.array(entrySchema).safeParse(list);
  if (data !== undefined) return data;
  const [index, ...path] = error.issues[0]?.path ?? [];
  const field = path.map(String).join('.');
  return `Criterion ${Number(index) + 1} has no usable “${field}”; it needs words and a severity (${severities.join(', ')}).`;
}

function oneOf(value: string, yes: string, no: string): boolean | undefined {
  const word = value.toLowerCase();
  return word === yes ? true : word === no ? false : undefined;
}

/** Words that distinguish the release's names of skills; “incorrect” is tested before “correct”. */
const skillWords: readonly (readonly [RegExp, TbSkill])[] = [
  [/core difficulty|misconception/, 'identifying_core_difficulty'],
  [/incorrect step/, 'identifying_incorrect_steps'],
  [/correct step/, 'identifying_correct_steps'],
  [/definition|formula|theorem|\blaws?\b/, 'stating_knowledge'],
  [/alternative/, 'alternative_solutions'],
  [/example|analog/, 'examples_analogies'],
  [/questions? to guide/, 'guiding_questions'],
  [/step by step/, 'step_by_step_help'],
];

function plainName(value: string): string {
  return value.toLowerCase().replace(/(?<![\s/])[\s/]+$/, '');
}

function skillOf(value: string): TbSkill | undefined {
  const name = plainName(value);
  return skillIds.find((id) => id === name) ?? skillWords.find(([words]) => words.test(name))?.[1];
}

function dimensionOf(value: string): TbDimension | undefined {
  const name = plainName(value).trim().replace(/\s+/g, '_');
  return dimensionIds.find((id) => id === name) ?? (name.startsWith('emotional') ? 'emotional_component' : undefined);
}
