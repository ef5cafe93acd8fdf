import type { ChatRequest } from './provider';

/** Where the request's shared starts end in one message, in characters, ascending. */
export function marksOf({ sharedEnds = [], messages }: ChatRequest, index: number): readonly number[] {
  const length = messages[index]?.content.length ?? 0;
  return sharedEnds.flatMap(({ message, characters = length }) =>
    message === index && length > 0 ? [characters] : [],
  );
}

/** The parts of a text; those that end at a mark are marked. There is no empty part, because the APIs refuse one. */
export function cutAtMarks(
  text: string,
  marks: readonly number[],
): readonly { readonly text: string; readonly isMarked: boolean }[] {
  const ends = [...new Set([...marks, text.length])];
  return ends
    .map((end, index) => ({ text: text.slice(ends[index - 1] ?? 0, end), isMarked: marks.includes(end) }))
    .filter((part) => part.text !== '');
}

/** The longest start that the request shares with others. Requests with the same start belong to one cache. */
export function sharedStart(request: ChatRequest): string {
  const [first] = request.messages;
  // Ends of whole messages move with each turn of a dialogue, whose calls go on from its system prompt.
  const own = request.sharedEnds?.find(({ message, characters }) => message === 0 && characters !== undefined);
  return `${request.system}\n${first?.content.slice(0, own?.characters ?? 0) ?? ''}`;
}
