import { constants } from 'node:buffer';
import type { Random } from '../../src/core/statistics/random';
import { hostileJson, hostileText, pick } from './hostileValues';
import { mutateJson } from './mutateJson';

/** What stands in the place of a file: other bytes, or something that is no plain file. */
export type Mutated =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** A file of many bytes that takes no room on the disk. */
  | { readonly kind: 'sparse'; readonly size: number }
  | { readonly kind: 'link'; readonly to: 'victim' | 'zeros' | 'itself' | 'folder' | 'nothing' }
  | { readonly kind: 'pipe' | 'folder' | 'nothing' };

/** Replaces a file by a hostile one, by its kind as its name tells it. */
export function mutateFile(name: string, original: Buffer, random: Random): Mutated {
  const share = random.next();
  if (share < 0.07) return pick(others, random);
  if (share < 0.2) return bytes(mutateBytes(original, random));
  const source = original.toString('utf8');
  const mutated = name.endsWith('.jsonl')
    ? mutateLines(source, random, (line) => mutateJson(line, random))
    : name.endsWith('.json')
      ? mutateJson(source, random)
      : name.endsWith('.md')
        ? mutatePrompt(source, random)
        : name.endsWith('.csv')
          ? mutateLines(source, random, (line) => mutateCells(line, random))
          : undefined;
  const text = mutated ?? mutateLines(source, random, () => undefined);
  // A mutation that drew what was there already is none.
  return bytes(text === source ? mutateBytes(original, random) : Buffer.from(text));
}

function bytes(content: Buffer): Mutated {
  return { kind: 'bytes', bytes: content };
}

const others: readonly Mutated[] = [
  { kind: 'link', to: 'victim' },
  { kind: 'link', to: 'victim' },
  { kind: 'link', to: 'zeros' },
  { kind: 'link', to: 'itself' },
  { kind: 'link', to: 'folder' },
  { kind: 'link', to: 'nothing' },
  { kind: 'pipe' },
  { kind: 'folder' },
  { kind: 'nothing' },
  { kind: 'sparse', size: 3_000_000_000 },
  { kind: 'sparse', size: constants.MAX_STRING_LENGTH + 1 },
];

type ByteChange = (content: Buffer, random: Random) => Buffer;

const byteChanges: readonly ByteChange[] = [
  () => Buffer.alloc(0),
  (content, random) => content.subarray(0, random.int(content.length + 1)),
  (content, random) => content.subarray(random.int(content.length + 1)),
  (content) => Buffer.concat([Buffer.from('\uFEFF'), content]),
  (content) => Buffer.from(`\uFEFF${content.toString('utf8')}`, 'utf16le'),
  (content) => Buffer.concat([content, content]),
  (content, random) => splice(content, random, Buffer.alloc(pick([1, 1_000, 1_000_000], random))),
  (content, random) => splice(content, random, Buffer.alloc(pick([1_000, 5_000_000], random), '\n')),
  (content, random) => splice(content, random, Buffer.alloc(pick([1_000, 5_000_000], random), ' ')),
  (content, random) => splice(content, random, Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80])),
  (content, random) => splice(content, random, Buffer.from(hostileText(random))),
  (content, random) => splice(content, random, content.subarray(random.int(content.length + 1))),
  (content) => Buffer.from(content.toString('utf8').replaceAll('\n', '\r\n')),
  (content) => Buffer.from(content.toString('utf8').replaceAll('\n', '\r')),
  flipBits,
  flipBits,
  flipBits,
];

function mutateBytes(content: Buffer, random: Random): Buffer {
  return pick(byteChanges, random)(content, random);
}

function flipBits(content: Buffer, random: Random): Buffer {
  const flipped = Buffer.from(content);
  if (flipped.length === 0) return flipped;
  for (let count = 1 + random.int(20); count > 0; count -= 1) {
    const at = random.int(flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random.int(8));
  }
  return flipped;
}

function splice(content: Buffer, random: Random, piece: Buffer): Buffer {
  const at = random.int(content.length + 1);
  return Buffer.concat([content.subarray(0, at), piece, content.subarray(at)]);
}

type LineChange = (lines: string[], at: number, random: Random) => void;

const lineChanges: readonly LineChange[] = [
  (lines, at) => lines.splice(at, 1),
  (lines, at) => lines.splice(at, 0, lines[at] ?? ''),
  (lines, at, random) => {
    const other = random.int(lines.length);
    [lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? ''];
  },
  (lines, at) => (lines[at] = (lines[at] ?? '').slice(0, (lines[at] ?? '').length / 2)),
  (lines, at, random) => lines.splice(at, 0, hostileText(random)),
  (lines, at, random) => lines.splice(at, 0, hostileJson(random)),
  (lines, at) => lines.splice(at, 2, `${lines[at] ?? ''}${lines[at + 1] ?? ''}`),
  (lines, at) => lines.splice(at, 0, ...Array.from({ length: 300 }, () => (lines[at] ?? '').slice(0, 1_000))),
  (lines, at) => lines.splice(at, lines.length),
  (lines, _at, random) => lines.splice(0, lines.length, ...random.shuffle(lines)),
];

function mutateLines(source: string, random: Random, ofLine: (line: string) => string | undefined): string {
  const lines = source.split('\n');
  const at = random.int(lines.length);
  const mutated = random.next() < 0.7 ? ofLine(lines[at] ?? '') : undefined;
  if (mutated === undefined) pick(lineChanges, random)(lines, at, random);
  else lines[at] = mutated;
  return lines.join('\n');
}

function mutateCells(line: string, random: Random): string {
  const cells = line.split(',');
  cells[random.int(cells.length)] = pick([hostileText(random), `"${hostileText(random)}`, '"', '""""'], random);
  return cells.join();
}

const anchors = Array.from({ length: 9 }, (_, at) => `a${at}: &a${at} [${`*a${at - 1},`.repeat(9)}]`).slice(1);

/** Lines of front matter that a prompt file of a stranger may have. */
const frontMatter: readonly ((random: Random) => string)[] = [
  (random) => `repeats: ${pick(['1000000000', '1e308', '99999', '-1', '[1]'], random)}`,
  (random) => `limit: ${pick(['1000000000', '0', '.nan', '.inf', '!!int "3"'], random)}`,
  (random) => `seed: ${pick(['9007199254740993', '1e308', '0x7fffffffffffffff', '2026-01-01'], random)}`,
  (random) => `benchmarks: ${pick(['guideeval', '[mrbench, mrbench]', '{a: b}', '[__proto__]', '[]'], random)}`,
  (random) => `tutor: ${pick(['openai:gpt-5', 'anthropic:x', `openai:m@http://127.0.0.1:22222`, '""', '[a]'], random)}`,
  (random) => `judge: ${pick(['openai:gpt-5', '[offline, offline]', '[]', '&a [*a]'], random)}`,
  (random) => `judges: [${'offline, '.repeat(pick([3, 20_000], random))}offline]`,
  () => `openai.baseUrl: http://127.0.0.1:22222\nbaseUrl: http://127.0.0.1:22222\nconfirmBeforeSending: false`,
  () => `a0: &a0 [x]\n${anchors.join('\n')}`,
  (random) => `deep: ${'['.repeat(pick([100, 20_000], random))}`,
  (random) => `deep: ${'{a: '.repeat(pick([100, 5_000], random))}`,
  (random) => Array.from({ length: pick([100, 50_000], random) }, (_, at) => `k${at}: 1`).join('\n'),
  () => `__proto__: {tutor: openai:x}\nconstructor: 1\n<<: {tutor: openai:x}`,
  (random) => `tutor: !!js/function "${hostileText(random)}"`,
  () => `placement: own\nplacement: benchmark`,
  (random) => `"${hostileText(random)}": ${hostileText(random)}`,
  () => `${'- '.repeat(5_000)}a`,
  () => `? ${'? '.repeat(5_000)}a`,
  () => '\n'.repeat(200_000),
  () => `a: ${'\n'.repeat(100_000)} b`,
  () => `tutor: ${'"\\\n'.repeat(10_000)}`,
];

const bodies: readonly ((body: string, random: Random) => string)[] = [
  (body, random) => body + hostileText(random),
  (_body, random) => hostileText(random),
  (body) => body + '{{problem}}'.repeat(1_000),
  (body) => body + '{{'.repeat(100_000),
  (body) => body.repeat(500),
  (body) => `${'\n'.repeat(1_000_000)}${body}`,
  (body) => `${body}${' \n'.repeat(1_000_000)}x`,
  (body) => `${' \t'.repeat(100_000)}${body}`,
  (body) => `${body}${' '.repeat(500_000)}x`,
  (body) => `---\n${'---\n'.repeat(50_000)}${body}`,
  (body) => `---\n${'a\n'.repeat(100_000)}${body}`,
  (body) => body.replaceAll(' ', '\u00A0'),
];

function mutatePrompt(source: string, random: Random): string {
  const [, matter = '', body = source] = /^---\n([\s\S]*?)---\n([\s\S]*)$/.exec(source) ?? [];
  const other = random.next() < 0.5 ? body : pick(bodies, random)(body, random);
  if (random.next() < 0.25) return other === body ? mutateLines(source, random, () => undefined) : other;
  const added = Array.from({ length: 1 + random.int(3) }, () => pick(frontMatter, random)(random));
  return `---\n${random.next() < 0.5 ? matter : ''}${added.join('\n')}\n---\n${other}`;
}
