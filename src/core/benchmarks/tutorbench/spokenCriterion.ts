import type { CriterionReading } from './criterionReading';

/**
 * What a criterion speaks of as a tutor can say it to the student. `clause`: a sentence of its own, an order or a question; `noun`:
 * a thing that can be looked at.
 */
export interface Spoken {
  readonly kind: 'clause' | 'noun';
  readonly text: string;
}

/** What a criterion tells its grader besides the matter: another thing to do, a limit, a way to do it. */
const forTheGrader = [
  /,? (?:or|and) (?:to |asks?|says|gives|writes|uses|lets|advises|calls|tells|states|shows|points|that he|that she)\b.*$/i,
  /,? (?:(?:for example |such as )?by (?:asking|giving|a question|a hint)|for example by)\b.*$/i,
  /,? (?:with no|in general terms|although the student|as asked|only together|or an equal|in this or an equal|as a check)\b.*$/i,
  /,? or that\b.*$/i,
  /, that is, \w+s\b.*$/i,
] as const;

const determined = /^(?:the|an?|this|that|these|those|its|your|each|every|both)\b/i;
const opensNoun =
  /^(?:the|an?(?! ?[=/^])|one|two|three|each|both|every|its|some|this|these|those|another|energy|either|all|only one|(?:the )?students?['’]s|[\d$−-])/i;
const asksSomething = /^(?:which|what|how|where|why|whether|when)\b/i;
const finiteVerb =
  /\b(?:is|are|was|were|has|have|had|does|do|can|cannot|must|need|needs|will|would|should|may|stays?|holds?|lies|stands?|gives?|makes?|means?|shows?|takes?|loses?|comes?|runs?|works?|refers?|follows?)\b|[=≠⇌<>]/;

/** The matter of a criterion to be said aloud; `undefined` where its words make no sentence without the grader’s part. */
export function spokenCriterion({
  core,
  lead,
  demand,
}: Pick<CriterionReading, 'core' | 'lead' | 'demand'>): Spoken | undefined {
  const matter = addressed(withoutGrader(core));
  const order = /^(?:(?:lets?|makes?|helps?|gets?|has|have) you|you to|to) (?:to )?(.+)$/.exec(matter)?.[1];
  if (order !== undefined) return determined.test(order) ? nounOrCalled(order, lead) : { kind: 'clause', text: order };
  if (/\bthat\s*$|\b(?:why|how|because)\s*$/i.test(lead)) return finite(matter);
  if (/\b(?:lets?|has|makes?|helps?)\s*$/i.test(lead) && matter.startsWith('you ')) return finite(matter.slice(4));
  if (/\bwhat\s*$/i.test(lead)) return demand === 'guide' ? undefined : afterColon(matter);
  if (asksSomething.test(matter)) return demand === 'guide' ? { kind: 'clause', text: matter } : afterColon(matter);
  return nounOrCalled(matter, lead);
}

function nounOrCalled(matter: string, lead: string): Spoken | undefined {
  const text = matter.replace(/^attention to /, '');
  const judged = /\buses?\s*$/i.test(lead) ? undefined : called(text);
  if (judged !== undefined) return { kind: 'clause', text: judged };
  return opensNoun.test(text) ? { kind: 'noun', text } : afterThat(text);
}

function withoutGrader(core: string): string {
  let text = core;
  for (const part of forTheGrader) text = text.replace(part, '');
  return text.replace(/,? and that /g, ' and ').trim();
}

/** A clause without a verb would be a torn one. */
function finite(text: string): Spoken | undefined {
  return text.includes(' ') || finiteVerb.test(text) ? { kind: 'clause', text } : undefined;
}

/** What stands after the colon of “what the student leaves out: …”. */
function afterColon(text: string): Spoken | undefined {
  const rest = /^[^:]+: (.+)$/.exec(text)?.[1];
  return rest === undefined ? undefined : { kind: 'clause', text: rest };
}

/** “240 as the number of people” said as a sentence, and “b wrong” likewise. */
function called(text: string): string | undefined {
  const [, thing = '', name] =
    /^(.{1,120}?)(?<!\b(?:such|same|well|far|much|long|soon)),? as (?!(?:long|much|many|few|far|well|soon)\b)(.+)$/.exec(
      text,
    ) ?? [];
  if (name !== undefined && !/\p{L}: /u.test(thing) && !finiteVerb.test(thing.replace(/[=≠]/g, ''))) {
    const rest = name.replace(/ or as /g, ' or ').replace(/ and (\S+(?: \S+)?) as /g, ' and $1 is ');
    return `${thing.replace(/ rightly$/, '')}${thing.includes(',') && !thing.includes(' and ') ? ',' : ''} ${beFor(thing)} ${rest}`;
  }
  const [, subject, verdict] = /^(.{1,120}) (correct|wrong|right)$/.exec(text) ?? [];
  if (subject === undefined || verdict === undefined || finiteVerb.test(subject)) return undefined;
  return `${subject} ${beFor(subject)} ${verdict}`;
}

function beFor(subject: string): string {
  const plain = subject.replace(/\([^)]{0,120}\)/g, '').replace(/\bbetween .*$/, '');
  if (/^(?:one|each|every)\b/i.test(plain)) return 'is';
  const isSeveral =
    / and (?:the |an? |her |his |its |[\dA-Z]|[a-z] )/.test(plain) || /\b(?:two|three|four|both)\b/i.test(plain);
  return isSeveral || /^the (?:\w+ )?\w*[^sui]s$/i.test(plain.trim()) ? 'are' : 'is';
}

/** “from the picture that the hawk has other prey”: what was meant to be said. */
function afterThat(text: string): Spoken | undefined {
  const rest = /^.{1,80}? (?:that|why) (.+)$/.exec(text)?.[1];
  if (rest !== undefined) return finite(rest);
  return /^[\p{L}\p{N}'’²³ ]{1,12}(?:\([^)]{1,12}\))?\s*[=⇌]/u.test(text) ? { kind: 'clause', text } : undefined;
}

const irregular: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have', does: 'do' };

/** Speaks to the student instead of about them. */
function addressed(text: string): string {
  return text
    .replace(/\bthe (?:student|learner)['’]s\b/gi, 'your')
    .replace(/\bthe (?:student|learner) ([a-z]{2,20})\b/gi, (_all, word: string) => `you ${withYou(word)}`)
    .replace(/\bthe (?:student|learner)\b(?! who)/gi, 'you');
}

/** “leaves” as it stands after “you”; a word that is no verb in -s stays as it is. */
function withYou(word: string): string {
  const regular = irregular[word.toLowerCase()];
  if (regular !== undefined) return regular;
  if (!/[^su]s$/i.test(word)) return word;
  if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y');
  return word.replace(/(?<=ch|sh|ss|x|z|o)es$|s$/i, '');
}

/** Only the beginning, up to where a sentence can stop; the whole where there is no such place. */
export function shortened({ kind, text }: Spoken): Spoken {
  const stop =
    kind === 'clause' ? / because | so that |, so |, which |, but |; / : /, for example |,? such as |, which |; /;
  const at = text.search(stop);
  return at < 8 ? { kind, text } : { kind, text: text.slice(0, at) };
}
