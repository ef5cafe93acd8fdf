import * as z from 'zod';
import { isRecord } from '../text/isRecord';
import type { Dialogue } from './dialogue';
import { fenceMaterial, type MaterialSection, untrustedNotice } from './judging/fence';
import { isVerdictOn } from './labelGuide';
import { type JudgeTask, judgeVersion } from './judging/judgeTask';
import { readVerdict } from './judging/readAnswer';
import { okVerdict, type Verdict, type VerdictSlot } from './judging/verdict';
import type { ProtocolPolicy } from './protocolPolicy';
import type { Sample } from './samples';

export interface FailureTag {
  readonly id: string;
  readonly title: string;
  /** Half a sentence for the judge. */
  readonly sign: string;
}

/** Tags that a judge gives to failing replies on request. They change no score. */
export interface FailureTaxonomy<S extends Sample = Sample> {
  readonly version: string;
  readonly tags: readonly FailureTag[];
  /** Which replies are tagged: half a sentence after “replies”. */
  readonly failing: string;
  isFailing(sample: S, verdicts: readonly Verdict[], policy: ProtocolPolicy): boolean;
  taskFor(sample: S, dialogue: Dialogue): JudgeTask;
  canGive(verdict: Verdict, sample: S): boolean;
}

interface TaxonomyParts<S extends Sample> extends Pick<FailureTaxonomy<S>, 'failing' | 'isFailing'> {
  /** By id. */
  readonly tags: Readonly<Record<string, readonly [title: string, sign: string]>>;
  /** The first paragraph of the judge's text: who it is and what it reads. */
  readonly opening: string;
  readonly advice: readonly string[];
  /** Titles of the material's sections; part of the version. */
  readonly titles: readonly string[];
  /** What the judge sees before the reply. */
  sections(sample: S): readonly MaterialSection[];
  /** Whether a tag can apply to this sample. Without this function, all can. */
  fits?(tag: string, sample: S): boolean;
}

/** Used as the slot's judge id and as the name of the answer's schema. */
export const tagsJudge = 'failure-tags';

const replyTitle = 'tutor reply to be tagged';
const slot: VerdictSlot = { judge: tagsJudge, unit: 'reply' };
const schema = z.object({ reasoning: z.string(), tags: z.array(z.string().max(100)).max(50) });

export function failureTaxonomy<S extends Sample>(parts: TaxonomyParts<S>): FailureTaxonomy<S> {
  const { failing } = parts;
  const tags = Object.entries(parts.tags).map(([id, [title, sign]]) => ({ id, title, sign }));
  const fixed = textOf(parts);
  const version = judgeVersion(tagsJudge, fixed, parts.titles.join('\n'), schema);
  const fittingOf = (sample: S): readonly string[] =>
    tags.flatMap(({ id }) => (parts.fits?.(id, sample) === false ? [] : [id]));
  return {
    ...{ version, tags, failing },
    isFailing: (sample, verdicts, policy) => parts.isFailing(sample, verdicts, policy),
    taskFor: (sample, dialogue) => {
      const fitting = fittingOf(sample);
      return {
        // A changed prompt asks a new question, so older answers must not count for it.
        key: version,
        judge: tagsJudge,
        version,
        slots: [slot],
        get prompt() {
          const reply = dialogue.replies.at(-1)?.visible ?? '';
          return { fixed, material: fenceMaterial([...parts.sections(sample), { title: replyTitle, text: reply }]) };
        },
        schema: { name: 'failure_tags', zod: schema },
        read: readVerdict<z.infer<typeof schema>>({
          schema: schema.superRefine(({ tags: given }, context) => {
            const wrong = given.find((tag) => !fitting.includes(plain(tag)));
            if (wrong === undefined) return;
            const message = `“${wrong.slice(0, 60)}” is no tag for this reply. Choose among ${fitting.join(', ')}.`;
            context.addIssue({ code: 'custom', path: ['tags'], message });
          }),
          normalise: (value) => (isRecord(value) && 'tags' in value ? { reasoning: '', ...value } : value),
          toVerdicts: ({ reasoning, tags: given }) => {
            const chosen = new Set(given.map(plain));
            const label = fitting.filter((id) => chosen.has(id)).join(' ');
            return [okVerdict(slot, label, reasoning)];
          },
        }),
        // Word lists cannot tell why a reply fails. Callers reject simulated judges before this point.
        simulate: () => 'The offline judge says no failure tags: they need a language model.',
      };
    },
    canGive: (verdict, sample) => {
      const { label = '' } = verdict;
      const fits = typeof label === 'string' && tagIds(label).every((id) => fittingOf(sample).includes(id));
      return fits && isVerdictOn(slot, verdict, [label]);
    },
  };
}

export function tagIds(label: string): readonly string[] {
  return label === '' ? [] : label.split(' ');
}

function plain(tag: string): string {
  return tag.trim().toLowerCase();
}

function textOf<S extends Sample>({ opening, tags, advice }: TaxonomyParts<S>): string {
  return [
    opening,
    'Earlier judges found that this reply fails. You do not score it again: you say in which of the ways below it fails.',
    `The tags:\n${Object.entries(tags)
      .map(([id, [, sign]]) => `- ${id}: ${sign}.`)
      .join('\n')}`,
    [
      'How to decide',
      '- Give every tag whose description the reply itself fits, and no other. Several may fit.',
      '- Decide by what the student reads in the reply, not by what the tutor may have meant.',
      '- Where none fits, give an empty list. That is an answer like any other: do not stretch a tag.',
      ...advice.map((line) => `- ${line}`),
    ].join('\n'),
    untrustedNotice,
    'Write your reasoning first and decide after it. End with one JSON object and nothing after it: {"reasoning": string, "tags": [string, ...]}. ' +
      'The tags are spelled as above.',
  ].join('\n\n');
}
