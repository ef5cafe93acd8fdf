import * as z from 'zod';
import type { VerdictForm } from '../../judging/readAnswer';
import type { Verdict } from '../../judging/verdict';

/** Key and allowed scores of one kind of answer; `aliases` are other spellings, compared without case, blanks and `_`. */
interface ScoreForm {
  readonly key: 'perception' | 'orchestration' | 'question_level';
  readonly aliases: readonly string[];
  readonly allowed: readonly number[];
}

const perception: ScoreForm = { key: 'perception', aliases: ['perception'], allowed: [0, 0.5, 1] };
const orchestration: ScoreForm = { key: 'orchestration', aliases: ['orchestration'], allowed: [0, 1] };
const questionLevel: ScoreForm = {
  key: 'question_level',
  aliases: ['questionlevel', 'elicitation', 'level'],
  allowed: [0, 1, 2, 3],
};

export const perceptionSchema = z.object({ reasoning: z.string(), perception: z.literal([0, 0.5, 1]) });
export const orchestrationSchema = z.object({ reasoning: z.string(), orchestration: z.literal([0, 1]) });
export const questionLevelSchema = z.object({ reasoning: z.string(), question_level: z.literal([0, 1, 2, 3]) });

/** Reads the answers of P-Affirm and P-Redirect. */
export function perceptionForm(judge: string): VerdictForm<z.infer<typeof perceptionSchema>> {
  return {
    schema: perceptionSchema,
    normalise: (value) => respelled(value, perception),
    toVerdicts: (answer) => [verdict(judge, answer.perception, answer.reasoning)],
  };
}

/** Reads the answers of O-Advance and O-Reconfigure. */
export function orchestrationForm(judge: string): VerdictForm<z.infer<typeof orchestrationSchema>> {
  return {
    schema: orchestrationSchema,
    normalise: (value) => respelled(value, orchestration),
    toVerdicts: (answer) => [verdict(judge, answer.orchestration, answer.reasoning)],
  };
}

/** Reads the level of questions; the paper's "Question Level: n" as the last line counts as an answer too. */
export function questionLevelForm(judge: string): VerdictForm<z.infer<typeof questionLevelSchema>> {
  return {
    schema: questionLevelSchema,
    normalise: (value) => respelled(value, questionLevel),
    plain: (visible) => {
      const lastLine = visible.slice(visible.lastIndexOf('\n') + 1).trim();
      const level = /^[*_#\s]{0,6}question[ _]level[*_\s]{0,4}[:=][*_\s]{0,4}(\d+(?:\.\d+)?)[*_.\s]{0,6}$/i.exec(
        lastLine,
      )?.[1];
      if (level === undefined) return undefined;
      return { reasoning: visible.slice(0, visible.length - lastLine.length).trim(), question_level: Number(level) };
    },
    toVerdicts: (answer) => [verdict(judge, answer.question_level, answer.reasoning)],
  };
}

function verdict(judge: string, label: number, reasoning: string): Verdict {
  return { judge, unit: 'reply', status: 'ok', label, ...(reasoning === '' ? {} : { reasoning }) };
}

/**
 * Brings the spellings of keys into ours. A score written as text (`"0.5"`) counts when it is exactly an allowed one;
 * two keys that both name the score and differ are left unreadable. Nothing is rounded.
 */
function respelled(value: unknown, { key, aliases, allowed }: ScoreForm): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const scores: unknown[] = [];
  let reasoning: unknown = '';
  for (const [name, content] of Object.entries(value)) {
    const plain = name === key || name === 'reasoning' ? name : name.toLowerCase().replace(/[^a-z]/g, '');
    if (plain === key || aliases.includes(plain)) scores.push(asNumber(content, allowed));
    else if (/^(?:reason(?:ing|s)?|analysis|rationale|explanation)$/.test(plain)) reasoning = content;
  }
  const [score] = scores;
  return { reasoning, [key]: scores.every((other) => other === score) ? score : undefined };
}

function asNumber(score: unknown, allowed: readonly number[]): unknown {
  return typeof score === 'string' ? (allowed.find((number) => String(number) === score.trim()) ?? score) : score;
}
