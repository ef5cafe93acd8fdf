import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { describeFault, Fuzzer } from '../../fuzz/fuzz';
import type { FindingKind, PlantedFault } from '../../fuzz/fuzzCase';
import { isThorough, spread } from '../../thorough';

let fuzzer: Fuzzer;
beforeAll(async () => {
  fuzzer = await Fuzzer.start(inject('commandLine'));
});
afterAll(() => fuzzer.close());

describe('mutated files', () => {
  // The long form is tests/long/fuzz.long.ts.
  it('neither crash nor hold up a command, and reach no server that nobody named', async () => {
    const { faults } = await fuzzer.play(1, isThorough ? 150 : 30, { slots: 3, most: 1 });
    expect(faults.map(describeFault).join('\n\n')).toBe('');
    // Some ten seconds where nothing else has the machine.
  }, 180_000);
});

describe('the fuzzer', () => {
  const planted: readonly (readonly [PlantedFault, FindingKind])[] = [
    ['throw', 'crash'],
    ['reject', 'crash'],
    ['overflow', 'crash'],
    ['exit', 'crash'],
    ['spin', 'hang'],
    ['wait', 'hang'],
    ['memory', 'memory'],
    ['request', 'request'],
    ['foreign', 'request'],
    ['control', 'output'],
    ['key', 'output'],
    ['victim', 'victim'],
  ];
  it.concurrent.each(spread(planted, 6))('finds a planted %s', async (fault, kind) => {
    const found = await fuzzer.plant(fault, kind === 'hang' ? 1_500 : undefined);
    expect(new Set(found.map((finding) => finding.kind))).toEqual(new Set([kind]));
  });
});
