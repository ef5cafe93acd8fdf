import { type PromptTemplate, renderTemplate, type TutorPrompt } from '../prompt/promptTemplate';
import type { ChatMessage, FinishReason } from '../providers/message';

/** How one sample is played: the tutor replies to each student turn and sees its own earlier visible replies. */
export interface DialoguePlan {
  /** Empty when the placement sends no system message. */
  readonly system: string;
  readonly opening: readonly ChatMessage[];
  /** At least one; all have the role `user`. */
  readonly studentTurns: readonly ChatMessage[];
  readonly decoding: Decoding;
  /** A model writes the student’s later turns; `studentTurns` then has those of the journal, or placeholders. */
  readonly modelledStudent?: ModelledStudent;
  /** Shown once per run, for instance when a known variable was empty. */
  readonly warnings: readonly string[];
}

interface Decoding {
  /** The provider's default when absent. */
  readonly temperature?: number;
  readonly maxOutputTokens: number;
}

export interface ModelledStudent {
  /** Must not contain the answer key. */
  readonly system: string;
  /** The purpose of each turn in the plan; the first one is unused. */
  readonly cues: readonly string[];
  readonly decoding: Decoding;
  /** The offline provider's student turn. `turn` counts from 1. */
  simulate(turn: number): string;
}

/**
 * The tutor's system prompt: `baseline` replaces the file for the placement `benchmark`. With `own+instructions`, the
 * value `instructions` follows the file unless the file places it; `rest` is what is then left of it. `used`: variables
 * whose values are in the prompt.
 */
export function systemPrompt(
  { template, placement }: TutorPrompt,
  baseline: PromptTemplate,
  values: Readonly<Record<string, string | undefined>>,
  rest = (_used: ReadonlySet<string>): string => values.instructions ?? '',
): Pick<DialoguePlan, 'system' | 'warnings'> & { readonly used: ReadonlySet<string> } {
  const { text, used, empty } = renderTemplate(placement === 'benchmark' ? baseline : template, values);
  const isAppended = placement === 'own+instructions' && !used.has('instructions');
  const parts = [text, isAppended ? rest(used) : ''];
  return {
    system: parts.filter((part) => part !== '').join('\n\n'),
    used: isAppended ? new Set([...used, 'instructions']) : used,
    warnings: empty.map((name) => `{{${name}}} has no value for some samples and was left empty there.`),
  };
}

export interface TutorReply {
  /** Counted from 1. */
  readonly turn: number;
  /** As the provider returned it, think traces included. */
  readonly raw: string;
  readonly visible: string;
  readonly finish: FinishReason;
}

/**
 * `complete`: every turn has a visible reply. `noReply`: a reply was empty after stripping. `refused`: the model or
 * provider declined. `failed`: the provider gave up at `failure.turn`. The dialogue ends at each of these.
 * `notApplicable`: the tutor model cannot see the sample's images. `unfinished`: still running or cut off.
 */
type DialogueStatus = 'complete' | 'noReply' | 'refused' | 'failed' | 'notApplicable' | 'unfinished';

export interface Dialogue {
  readonly plan: DialoguePlan;
  readonly replies: readonly TutorReply[];
  readonly status: DialogueStatus;
  readonly failure?: { readonly turn: number; readonly reason: string };
}

/** Whether a reply was requested and none arrived that could be judged. */
export function lacksReply(status: string): boolean {
  return status === 'noReply' || status === 'refused' || status === 'failed';
}

/** The messages sent to a tutor for `turn` (from 1), including its own earlier visible replies. */
export function messagesForTurn(
  { opening, studentTurns }: DialoguePlan,
  replies: readonly TutorReply[],
  turn: number,
): readonly ChatMessage[] {
  const turns = studentTurns.slice(0, turn).flatMap((student, index): readonly ChatMessage[] => {
    const reply = index + 1 < turn ? replies[index] : undefined;
    return reply === undefined ? [student] : [student, { role: 'assistant', content: reply.visible }];
  });
  return [...opening, ...turns];
}

export interface DialogueTurn {
  readonly role: 'tutor' | 'student';
  readonly content: string;
}

/** A dialogue as text, one line per turn: `Tutor: …`, `Student: …`. */
export function transcriptOf(turns: readonly DialogueTurn[]): string {
  return turns.map(({ role, content }) => `${role === 'tutor' ? 'Tutor' : 'Student'}: ${content}`).join('\n');
}

/** Joins consecutive turns of one side, a line each: some chat templates require alternating turns. */
export function joinedTurns<Turn extends { readonly role: string; readonly content: string }>(
  turns: readonly Turn[],
): Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.role === turn.role) joined[joined.length - 1] = { ...last, content: `${last.content}\n${turn.content}` };
    else joined.push(turn);
  }
  return joined;
}

export function asChat(turns: readonly DialogueTurn[]): readonly ChatMessage[] {
  return turns.map(({ role, content }) => ({ role: role === 'student' ? 'user' : 'assistant', content }));
}

/** A complete dialogue with the same reply to each turn, for a plan that was not played. */
export function standInDialogue(plan: DialoguePlan, reply = '…'): Dialogue {
  const said = { raw: reply, visible: reply, finish: 'stop' } as const;
  return { plan, replies: plan.studentTurns.map((_, index) => ({ turn: index + 1, ...said })), status: 'complete' };
}
