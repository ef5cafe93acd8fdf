import * as z from 'zod';
import { isRecord } from '../../benchmark/importing/readRecords';
import { dimensionIds, skillIds, type TbDimension, type TbSkill } from './labels';

const severities = ['critical', 'not_critical', 'critical_negative', 'deleted'] as const;
type Severity = (typeof severities)[number];

/** One criterion as the release has it. */
export interface RubricEntry {
  readonly text: string;
  readonly severity: Severity;
  readonly explicit: boolean | undefined;
  readonly objective: boolean | undefined;
  readonly skill: TbSkill | undefined;
  readonly dimensions: readonly TbDimension[];
  /** As `attribute: value`. */
  readonly unknown: readonly string[];
}

export type RubricReading =
  | { readonly kind: 'read'; readonly entries: readonly RubricEntry[] }
  | { readonly kind: 'unreadable'; readonly problem: string };

const text = z.string().trim();
const entrySchema = z.object({
  criteria: text.min(1),
  attributes: z.object({
    severity: text.toLowerCase().pipe(z.enum(severities)),
    explicitness: text.default(''),
    objectivity: text.default(''),
    tutoring_skill: text.default(''),
    eval_dimension: text.default(''),
  }),
});

/**
 * Reads the JSON list in a `RUBRICS` cell. A list with a criterion that has no words or no known severity is unreadable as a whole:
 * the score is a share of all weights.
 */
export function readRubrics(cell: string): RubricReading {
  let list: unknown;
  try {
    list = JSON.parse(cell);
  } catch {
    return { kind: 'unreadable', problem: 'The cell does not hold a JSON list of criteria.' };
  }
  if (!Array.isArray(list) || list.length === 0 || !list.every(isRecord)) {
    return { kind: 'unreadable', problem: 'The cell must hold a JSON list of criteria, each an object.' };
  }
  const entries: RubricEntry[] = [];
  for (const [index, item] of list.entries()) {
    const parsed = entrySchema.safeParse(item);
    if (!parsed.success) {
      const path = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
      const known = severities.join(', ');
      const problem = `Criterion ${index + 1} has no usable “${path}”; it needs words and a severity (${known}).`;
      return { kind: 'unreadable', problem };
    }
    entries.push(readEntry(parsed.data));
  }
  return { kind: 'read', entries };
}

function readEntry({ criteria, attributes }: z.output<typeof entrySchema>): RubricEntry {
  const unknown: string[] = [];
  // What is neither known nor one of the ways to say “none” is kept for a warning.
  const tag = <T>(name: keyof typeof attributes, value: string, meaning: T | undefined): T | undefined => {
    if (meaning === undefined && !/^(?:not[ _]applicable|none|n\/a|)$/i.test(value)) unknown.push(`${name}: ${value}`);
    return meaning;
  };
  const { explicitness, objectivity, tutoring_skill: skill, eval_dimension: dimensions } = attributes;
  return {
    text: criteria,
    severity: attributes.severity,
    explicit: tag('explicitness', explicitness, oneOf(explicitness, 'explicit', 'implicit')),
    objective: tag('objectivity', objectivity, oneOf(objectivity, 'objective', 'subjective')),
    skill: tag('tutoring_skill', skill, skillOf(skill)),
    dimensions: [
      ...new Set(dimensions.split(',').flatMap((name) => tag('eval_dimension', name.trim(), dimensionOf(name)) ?? [])),
    ],
    unknown,
  };
}

function oneOf(value: string, yes: string, no: string): boolean | undefined {
  const word = value.toLowerCase();
  return word === yes ? true : word === no ? false : undefined;
}

/** Words that tell the release's names of skills apart; “incorrect” stands before “correct”. */
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

function skillOf(value: string): TbSkill | undefined {
  const name = value.toLowerCase().replace(/(?<![\s/])[\s/]+$/, '');
  return skillIds.find((id) => id === name) ?? skillWords.find(([words]) => words.test(name))?.[1];
}

/** The release and the paper name the emotional tag in several ways. */
function dimensionOf(value: string): TbDimension | undefined {
  const name = value
    .toLowerCase()
    .replace(/(?<![\s/])[\s/]+$/, '')
    .trim()
    .replace(/\s+/g, '_');
  return dimensionIds.find((id) => id === name) ?? (name.startsWith('emotional') ? 'emotional_component' : undefined);
}
