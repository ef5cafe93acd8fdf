/** Words that end what a question asks for, or change a number beside which they stand: none of them names what is counted. */
const noNouns: ReadonlySet<string> = new Set(
  (
    'a an the this that these those his her its their your our my some any all both each every other another same such and or ' +
    'of in on at for to from by with without than as if when after before per into out up down over ' +
    'is are was were be been am do does did has have had can could will would shall should may might must ' +
    'he she it they we you i there here who which what left too not no never nor only just about around almost nearly ' +
    'more less fewer most least many much few little larger smaller bigger greater higher lower longer shorter older younger ' +
    'wrong incorrect false right correct true times twice thrice squared cubed short off'
  ).split(' '),
);

/** A number of these is another number of what they hold. */
const multiples =
  /^(?:dozen|pair|couple|score|half|halve|third|quarter|ten|hundred|thousand|million|billion|percent|percentage|percentag|gros|gross)s?$/;

/** At most so many words name what is counted: "red marbles". */
const mostNouns = 2;

/**
 * What a question counts, in lower case and the singular: the words after "how many", "how much" and "number of". Empty where it
 * counts in dozens and the like, as a noun beside the number may then mean another one.
 */
export function askedNouns(question: string): ReadonlySet<string> {
  const nouns = new Set<string>();
  for (const match of question.slice(0, 2_000).matchAll(/\b(?:how (?:many|much)|number of)\s+([^.?!,;:\n]{1,80})/gi)) {
    const words = (match[1] ?? '').toLowerCase().split(/\s+/);
    // "How many more marbles": the comparison is no noun, what follows it is.
    const rest = /^(?:more|fewer|other|less|of|the|these|those)$/.test(words[0] ?? '') ? words.slice(1) : words;
    for (const word of rest.slice(0, mostNouns)) {
      if (!isNoun(word)) break;
      if (multiples.test(word)) return new Set();
      nouns.add(singular(word));
    }
  }
  return nouns;
}

/** Words of a right answer such as "6 ducks" that may stand beside its number. */
export function answerNouns(answer: string): readonly string[] {
  const words =
    answer
      .slice(0, 200)
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? [];
  return words.filter((word) => isNoun(word) && !multiples.test(word)).map(singular);
}

/**
 * Whether nothing stands behind a value that could take it back or change it: closing marks, or one or two of the nouns that were
 * asked for and closing marks. The list is closed; all else is for a judge.
 */
export function isAnswerEnd(rest: string, nouns: ReadonlySet<string>): boolean {
  const words = rest.slice(0, 200).replace(/(?<![\s.,;!)\]"'”’])[\s.,;!)\]"'”’]+$/, '');
  if (rest.length > 200) return false;
  if (words === '') return true;
  const said = /^\s/.test(words) ? words.trim().toLowerCase().split(/\s+/) : [];
  return said.length > 0 && said.length <= mostNouns && said.every((word) => nouns.has(singular(word)));
}

// Participles count as no nouns: "12 doubled".
function isNoun(word: string): boolean {
  return /^[\p{L}'’-]{2,}$/u.test(word) && !noNouns.has(word) && !/(?:ed|ing|ly)$/.test(word);
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, '') : word;
}
