/** One step from one list to another: tokens that both have, or one that only the first or the second has. */
export interface Edit {
  readonly kind: 'same' | 'removed' | 'added';
  readonly token: string;
}

/** Edits beyond which two lists count as having nothing in common; bounds time and memory to some million steps. */
const mostEdits = 1_000;

/**
 * The shortest way from `before` to `after`, by Myers’ greedy algorithm ("An O(ND) Difference Algorithm and Its Variations",
 * 1986), removals before additions. Lists that differ in more than a thousand places are given as removed and added whole,
 * apart from their common ends.
 */
export function editScript(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const inner = [before.slice(start, before.length - tail), after.slice(start, after.length - tail)] as const;
  return [
    ...before.slice(0, start).map((token): Edit => ({ kind: 'same', token })),
    ...removalsFirst(shortestEdits(...inner) ?? wholeExchange(...inner)),
    ...before.slice(before.length - tail).map((token): Edit => ({ kind: 'same', token })),
  ];
}

function wholeExchange(before: readonly string[], after: readonly string[]): readonly Edit[] {
  return [
    ...before.map((token): Edit => ({ kind: 'removed', token })),
    ...after.map((token): Edit => ({ kind: 'added', token })),
  ];
}

/** `undefined` when there are more edits than are looked for. */
function shortestEdits(before: readonly string[], after: readonly string[]): readonly Edit[] | undefined {
  const limit = Math.min(before.length + after.length, mostEdits);
  // reach[diagonal + limit + 1]: how far in `before` the best path on that diagonal (place in before − place in after) is.
  const reach = new Int32Array(2 * limit + 3);
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    // Only the diagonals in use are kept: the sum over all steps is what bounds the memory.
    history.push(reach.slice(limit - edits, limit + edits + 3));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const left = reach[limit + diagonal] ?? 0;
      const right = reach[limit + diagonal + 2] ?? 0;
      let place = diagonal === -edits || (diagonal !== edits && left < right) ? right : left + 1;
      while (place < before.length && place - diagonal < after.length && before[place] === after[place - diagonal])
        place += 1;
      reach[limit + diagonal + 1] = place;
      if (place >= before.length && place - diagonal >= after.length) return trace(before, after, history);
    }
  }
  return undefined;
}

/** Walks back from the end through what was reached with one edit less each time. */
function trace(before: readonly string[], after: readonly string[], history: readonly Int32Array[]): readonly Edit[] {
  const edits: Edit[] = [];
  let place = before.length;
  let other = after.length;
  for (let count = history.length - 1; count >= 0; count -= 1) {
    // Index of a diagonal in the kept part: diagonal + count + 1.
    const reach = history[count] ?? new Int32Array();
    const diagonal = place - other;
    const left = reach[diagonal + count] ?? 0;
    const right = reach[diagonal + count + 2] ?? 0;
    const isAddition = diagonal === -count || (diagonal !== count && left < right);
    const from = count === 0 ? 0 : isAddition ? right : left;
    const fromOther = count === 0 ? 0 : from - (isAddition ? diagonal + 1 : diagonal - 1);
    while (place > from && other > fromOther) {
      place -= 1;
      other -= 1;
      edits.push({ kind: 'same', token: before[place] ?? '' });
    }
    if (count > 0 && isAddition) edits.push({ kind: 'added', token: after[(other -= 1)] ?? '' });
    else if (count > 0) edits.push({ kind: 'removed', token: before[(place -= 1)] ?? '' });
  }
  return edits.reverse();
}

/** Between two common tokens, what was removed comes before what was added. */
function removalsFirst(edits: readonly Edit[]): readonly Edit[] {
  const ordered: Edit[] = [];
  let added: Edit[] = [];
  for (const edit of edits) {
    if (edit.kind === 'added') added.push(edit);
    else {
      if (edit.kind === 'same') {
        for (const one of added) ordered.push(one);
        added = [];
      }
      ordered.push(edit);
    }
  }
  return [...ordered, ...added];
}
