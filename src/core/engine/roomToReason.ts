import { visibleReply } from '../dialogue/visibleReply';
import { reasoningAllowance, type ModelFacts } from '../providers/modelFacts';
import type { ModelParameters } from '../providers/modelParameters';
import type { ChatReply, ChatRequest } from '../providers/provider';
import { mostTokens } from './mostTokens';

/** What a model is known by and what the user set for its calls. */
export interface ModelInUse {
  readonly facts: ModelFacts;
  readonly parameters?: ModelParameters | undefined;
  /** Longest wait for one reply, in milliseconds, where the user set one. */
  readonly timeoutMs?: number;
}

/** Output that a model may have whose own most is not known: as much as the largest of today. */
const usualMost = 128_000;
/**
 * A request as it goes out: with what the user set, and room for hidden reasoning on top of the answer's length. Vendors count both into
 * one ceiling, so an answer's length alone would be used up before the answer begins.
 */
export function asSent(request: ChatRequest, { facts, parameters = {}, timeoutMs }: ModelInUse): ChatRequest {
  const { effort, temperature = request.temperature, maxTokens = request.maxOutputTokens, extra } = parameters;
  const ceiling = maxTokens + reasoningAllowance(facts, effort);
  return {
    ...request,
    ...(temperature === undefined ? {} : { temperature }),
    ...(effort === undefined ? {} : { effort }),
    ...(extra === undefined ? {} : { extra }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    maxOutputTokens: Math.min(ceiling, facts.maxOutputTokens ?? ceiling),
  };
}

/** The same with all the room that the model has, as there is no third time; `undefined` where that is no more. */
export function withMoreRoom(sent: ChatRequest, { facts }: ModelInUse): ChatRequest | undefined {
  const maxOutputTokens = facts.maxOutputTokens ?? Math.max(usualMost, 2 * sent.maxOutputTokens);
  return maxOutputTokens > sent.maxOutputTokens ? { ...sent, maxOutputTokens } : undefined;
}

/**
 * Whether hidden reasoning used up the room of the answer: what was said ends before the length that an answer of `answerTokens` may
 * have, by the most tokens that its text can have. Not all servers count their reasoning. What is cut at that length is an answer.
 */
export function lacksRoom({ text, finish }: ChatReply, answerTokens: number): boolean {
  return finish === 'length' && mostTokens(visibleReply(text)) < 0.9 * answerTokens;
}
