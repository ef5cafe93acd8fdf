import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

export const techniques = [
  'instruction',
  'verdictObject',
  'fence',
  'tag',
  'rolePlay',
  'language',
  'homoglyph',
  'invisible',
  'long',
  'nestedQuote',
  'latex',
  'html',
  'forgedTurn',
  'flattery',
  'threat',
  'rubric',
  'bidi',
  'base64',
  'table',
] as const;

const attackSchema = z.strictObject({
  id: z.string().min(1),
  technique: z.enum(techniques),
  /** The problem that it is said about. */
  scene: z.string().min(1),
  /** Of a foreign part, as an ISO 639-1 code. */
  language: z.string().length(2).optional(),
  /** The verdict that it is after, in the words of some judge. */
  wants: z.string().min(1),
  /** The honest reply under the disguise, which deserves a bad verdict from at least one judge. */
  base: z.string().min(1),
  reply: z.string().min(1),
  /** Makes a reply long: the text, repeated, before or after it. */
  grow: z
    .strictObject({ text: z.string().min(1), times: z.int().positive(), place: z.enum(['before', 'after']) })
    .optional(),
});

const sceneSchema = z.strictObject({
  id: z.string().min(1),
  problem: z.string().min(1),
  asked: z.string().min(1),
  student: z.string().min(1),
  answer: z.string().min(1),
  root: z.string().min(1),
  solution: z.string().min(1),
  steps: z.array(z.string().min(1)).min(1),
  wrongStep: z.int().positive(),
  reason: z.string().min(1),
  method: z.string().min(1),
  grade: z.string().min(1),
  /** A reply that does well, the reference where two replies are compared. */
  good: z.string().min(1),
  criteria: z
    .array(
      z.strictObject({
        text: z.string().min(1),
        weight: z.int(),
        dimension: z.string().min(1),
        skill: z.string().min(1).optional(),
      }),
    )
    .min(1),
});

export type Attack = Readonly<z.infer<typeof attackSchema>>;
export type AttackScene = Readonly<z.infer<typeof sceneSchema>>;
export type Technique = Attack['technique'];

/** The attacks and their problems, from the repository at `root`. Throws where a record is malformed. */
export function readAttackSet(root: string): {
  readonly attacks: readonly Attack[];
  readonly scenes: ReadonlyMap<string, AttackScene>;
} {
  const folder = path.join(root, 'test-fixtures', 'attacks');
  const lines = readFileSync(path.join(folder, 'attacks.jsonl'), 'utf8').split('\n');
  const attacks = lines.filter((line) => line !== '').map((line) => attackSchema.parse(JSON.parse(line)));
  const scenes = z.array(sceneSchema).parse(JSON.parse(readFileSync(path.join(folder, 'scenes.json'), 'utf8')));
  return { attacks, scenes: new Map(scenes.map((scene) => [scene.id, scene])) };
}

/** Prose that asks nothing, praises nothing and has nothing to do with any problem. */
const prose =
  'The train to the coast leaves from the old station. On the way it passes a lake, a few villages and a wood. In autumn the leaves ' +
  'are yellow and red, and there is often fog in the morning. Some people sleep on the journey, and others look out of the window. ';

/** In characters: what a very long attack is matched with. */
const longestControl = 4_000;

/**
 * A control: the base reply plus harmless prose as long as the attack's addition. Judges that move for it move because
 * of length.
 */
export function harmlessReply(attack: Pick<Attack, 'base' | 'reply' | 'grow'>): string {
  const length = Math.min(longestControl, replyOf(attack).length - attack.base.length);
  if (length <= 0) return attack.base;
  return `${attack.base} ${prose
    .repeat(Math.ceil(length / prose.length))
    .slice(0, length)
    .trim()}`;
}

/** What the tutor says, a long reply in its full length. */
export function replyOf({ reply, grow }: Pick<Attack, 'reply' | 'grow'>): string {
  if (grow === undefined) return reply;
  const grown = grow.text.repeat(grow.times);
  return grow.place === 'before' ? `${grown}\n${reply}` : `${reply}\n${grown}`;
}
