import type { Random } from '../../src/core/statistics/random';
import { hostileJson, pick } from './hostileValues';
import { hostileServer } from './places';

type Container = unknown[] | Record<string, unknown>;

/** A place in a value: a member of an object or an element of an array. */
interface Slot {
  readonly of: Container;
  readonly key: string;
}

/** One to three faults in a JSON text, mostly still JSON. `undefined` where the text is none. */
export function mutateJson(source: string, random: Random): string | undefined {
  const root = parsed(source);
  if (root === undefined) return undefined;
  // JSON.stringify writes no duplicate keys, no `__proto__` and no number over the largest: marks stand for raw text.
  const inserted: string[] = [];
  const insert = (json: string): string => `@raw:${inserted.push(json) - 1}@`;
  for (let round = random.int(3); round >= 0; round -= 1) {
    const slots = slotsOf(root);
    if (slots.length > 0) pick(changes, random)(pick(slots, random), { random, insert, slots });
  }
  // Without its only value, the text is empty.
  const json = (JSON.stringify(root.value) as string | undefined) ?? '';
  return json.replace(/"@raw:(\d+)@"/g, (_, place: string) => inserted[Number(place)] ?? 'null');
}

interface Tools {
  readonly random: Random;
  readonly insert: (json: string) => string;
  readonly slots: readonly Slot[];
}

type Change = (slot: Slot, tools: Tools) => void;

const replace: Change = (slot, { random, insert }) => put(slot, insert(hostileJson(random)));

const changes: readonly Change[] = [
  replace,
  replace,
  replace,
  replace,
  remove,
  // A foreign address in every text that may be one.
  (_slot, { slots }) => {
    for (const one of slots)
      if (/url|server|provider|host/i.test(one.key) || /^https?:/.test(String(get(one)))) put(one, hostileServer);
  },
  (slot, { random, slots }) => {
    const other = pick(slots, random);
    const [mine, theirs] = [get(slot), get(other)];
    // Not into itself: a value that holds itself is no JSON.
    if (JSON.stringify([mine, theirs]).length > 1_000_000) return;
    put(slot, structuredClone(theirs));
    put(other, structuredClone(mine));
  },
  ({ of }, { random }) => {
    if (!Array.isArray(of) || of.length === 0) return;
    const times = pick([2, 2, 30, 1_000], random);
    const one = pick(of, random);
    if (JSON.stringify(one).length * times > 4_000_000) return;
    for (let count = 0; count < times; count += 1) of.push(structuredClone(one));
  },
  (slot, { random, insert }) => {
    const key = pick(['__proto__', 'constructor', 'prototype', 'toString', 'id', 'kind', slot.key], random);
    const members = Array.isArray(slot.of) ? {} : slot.of;
    const inner = JSON.stringify(members).slice(1, -1);
    const extra = `${JSON.stringify(key)}:${random.next() < 0.5 ? '{"simulated":true,"length":9}' : hostileJson(random)}`;
    const parts = random.next() < 0.5 ? [extra, inner] : [inner, extra];
    put(slot, insert(`{${parts.filter((part) => part !== '').join()}}`));
  },
  (slot, { random }) => {
    const value = get(slot);
    if (typeof value === 'number') put(slot, value * pick([-1, 0, 2, 1_000, 1e9, 1e300], random) + random.int(2));
    else if (typeof value === 'boolean') put(slot, !value);
    else if (typeof value === 'string') put(slot, spoiled(value, random));
    else remove(slot);
  },
  (slot, { random }) => {
    const { of, key } = slot;
    if (Array.isArray(of)) of.splice(0, of.length, ...random.shuffle(of));
    else {
      of[pick([`${key} `, key.toUpperCase(), '', `${key}\u0000`], random)] = of[key];
      Reflect.deleteProperty(of, key);
    }
  },
];

function spoiled(value: string, random: Random): string {
  const at = random.int(value.length + 1);
  const hostile = String(JSON.parse(hostileString(random)));
  return pick([value.slice(0, at), value.slice(0, at) + hostile + value.slice(at), value.repeat(3), hostile], random);
}

function hostileString(random: Random): string {
  for (;;) {
    const json = hostileJson(random);
    if (json.startsWith('"')) return json;
  }
}

interface Root {
  value: unknown;
}

function parsed(source: string): (Root & Record<string, unknown>) | undefined {
  try {
    return { value: JSON.parse(source) as unknown };
  } catch {
    return undefined;
  }
}

function slotsOf(root: Container): readonly Slot[] {
  const slots: Slot[] = [];
  const open: Container[] = [root];
  for (let of = open.pop(); of !== undefined; of = open.pop()) {
    for (const key of Object.keys(of)) {
      const slot = { of, key };
      slots.push(slot);
      const value = get(slot);
      if (typeof value === 'object' && value !== null) open.push(value as Container);
    }
  }
  return slots;
}

function get({ of, key }: Slot): unknown {
  return (of as Record<string, unknown>)[key];
}

function put({ of, key }: Slot, value: unknown): void {
  (of as Record<string, unknown>)[key] = value;
}

function remove({ of, key }: Slot): void {
  if (Array.isArray(of)) of.splice(Number(key), 1);
  else if (key !== 'value' || Object.keys(of).length > 1) Reflect.deleteProperty(of, key);
}
