/** `empty`: opens and closes at once (`<think/>`). `start` and `end` are text offsets. */
interface TraceTag {
  readonly kind: 'open' | 'close' | 'empty';
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const tagHead = /<(\/?)(think|thinking|thought|reasoning|analysis)(?=[\s/>])/gi;

const channelMark = '<|channel|>';
const messageMark = '<|message|>';
const endMark = /<\|(?:end|return|start|call)\|>/;
/** What gpt-oss writes when a server has dropped its channel markers. */
const lostMarks = { first: 'analysis', last: 'assistantfinal' } as const;

/**
 * A model's text without reasoning traces, trimmed; empty if nothing else was said. Complete pairs of one tag go with
 * their content. Text up to the last other closing tag goes, since the prompt template held the opening tag. Text from
 * the first other opening tag on was cut off by a token limit and goes, too. `[THINK]` of Mistral counts as a tag. In
 * gpt-oss channels only `final` is visible. Linear time for any text: one pass finds the tags.
 */
export function visibleReply(text: string): string {
  const said = finalChannel(text).replace(/\[(\/?)THINK\]/g, '<$1think>');
  const unpaired = withoutPairs(said);
  // Scanned again, because removing a pair can join the halves of another tag.
  const tags = traceTags(unpaired);
  const lastClose = tags.findLastIndex((tag) => tag.kind === 'close');
  return unpaired.slice(tags[lastClose]?.end ?? 0, tags[lastClose + 1]?.start).trim();
}

function finalChannel(text: string): string {
  const { first, last } = lostMarks;
  if (text.startsWith(first) && text.includes(last)) return text.slice(text.lastIndexOf(last) + last.length);
  const [before = '', ...channels] = text.split(channelMark);
  if (channels.length === 0) return before;
  return channels
    .filter((channel) => channel.startsWith('final') && channel.includes(messageMark))
    .map((channel) => channel.slice(channel.indexOf(messageMark) + messageMark.length).split(endMark, 1)[0])
    .join('');
}

function traceTags(text: string): TraceTag[] {
  const tags: TraceTag[] = [];
  const head = new RegExp(tagHead);
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    // Searched outside the regex: one that also ran to ">" would restart at each of many unfinished tags.
    const bracket = text.indexOf('>', head.lastIndex);
    if (bracket === -1) break;
    const kind = match[1] === '/' ? 'close' : text[bracket - 1] === '/' ? 'empty' : 'open';
    tags.push({ kind, name: (match[2] ?? '').toLowerCase(), start: match.index, end: bracket + 1 });
    head.lastIndex = bracket + 1;
  }
  return tags;
}

/** A trace ends at the next closing tag of its name. An empty tag is a trace by itself. */
function withoutPairs(text: string): string {
  const tags = traceTags(text);
  const nextClose = new Map<string, TraceTag>();
  const ends = new Map<TraceTag, number>();
  for (const tag of [...tags].reverse()) {
    if (tag.kind === 'close') nextClose.set(tag.name, tag);
    const partner = tag.kind === 'empty' ? tag : nextClose.get(tag.name);
    if (tag.kind !== 'close' && partner !== undefined) ends.set(tag, partner.end);
  }
  const kept: string[] = [];
  let from = 0;
  for (const tag of tags) {
    const end = ends.get(tag);
    if (tag.start < from || end === undefined) continue;
    kept.push(text.slice(from, tag.start));
    from = end;
  }
  return [...kept, text.slice(from)].join('');
}
