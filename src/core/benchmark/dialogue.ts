import type { ChatMessage, FinishReason } from '../providers/message';
import type { Random } from '../statistics/random';

/** How one sample is played. The tutor replies to each student turn, and its visible reply becomes context for the next. */
export interface DialoguePlan {
  /** Empty when the placement mode leaves no system message. */
  readonly system: string;
  readonly opening: readonly ChatMessage[];
  /** At least one; all have role `user`. */
  readonly studentTurns: readonly ChatMessage[];
  readonly decoding: Decoding;
  /**
   * When present, a model writes the student's turns from the second on; `studentTurns` then holds the fixed first turn
   * and, for each later one, what stands in the journal or else a placeholder that is never sent.
   */
  readonly modelledStudent?: ModelledStudent;
  /** Said once per run, for instance that a known variable was empty. */
  readonly warnings: readonly string[];
}

interface Decoding {
  /** Left to the provider where absent. */
  readonly temperature?: number;
  readonly maxOutputTokens: number;
}

export interface ModelledStudent {
  /** No answer key. */
  readonly system: string;
  /** What each turn of the plan is to do; the first one is unused. */
  readonly cues: readonly string[];
  readonly decoding: Decoding;
  /** What the offline provider says in the student's place, to the tutor's last words. `turn` counts from 1. */
  simulate(turn: number, random: Random, heard: string): string;
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
 * `complete`: every turn has a visible reply. `noReply`: a reply was empty after stripping, the dialogue ended there.
 * `refused`: the model or its provider declined, whatever else was said; the dialogue ended there.
 * `failed`: the provider gave up at `failure.turn`. `notApplicable`: the tutor model cannot see the sample's images.
 * `unfinished`: still running or cut off.
 */
type DialogueStatus = 'complete' | 'noReply' | 'refused' | 'failed' | 'notApplicable' | 'unfinished';

export interface Dialogue {
  readonly plan: DialoguePlan;
  readonly replies: readonly TutorReply[];
  readonly status: DialogueStatus;
  readonly failure?: { readonly turn: number; readonly reason: string };
}

/** Whether a reply was asked for and none came that could be judged. */
export function lacksReply(status: string): boolean {
  return status === 'noReply' || status === 'refused' || status === 'failed';
}

/** The messages a tutor is sent for `turn` (counted from 1): everything given, and its own earlier visible replies. */
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

/** A dialogue of tutor and student as one text, a line a turn: `Tutor: …`, `Student: …`. */
export function transcriptOf(turns: readonly DialogueTurn[]): string {
  return turns.map(({ role, content }) => `${role === 'tutor' ? 'Tutor' : 'Student'}: ${content}`).join('\n');
}

/** A dialogue of tutor and student as chat messages. */
export function asChat(turns: readonly DialogueTurn[]): readonly ChatMessage[] {
  return turns.map(({ role, content }) => ({ role: role === 'student' ? 'user' : 'assistant', content }));
}

/** A complete dialogue with the same words as the tutor's reply to each turn, for a plan that was not played. */
export function standInDialogue(plan: DialoguePlan, reply = '…'): Dialogue {
  const said = { raw: reply, visible: reply, finish: 'stop' } as const;
  return { plan, replies: plan.studentTurns.map((_, index) => ({ turn: index + 1, ...said })), status: 'complete' };
}
