import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { harmlessReply, readAttackSet, replyOf, techniques } from '../../../scripts/measureAttacks/attackSet';
import { sceneSamples } from '../../../scripts/measureAttacks/sceneSamples';
import { benchmarkIds } from '../../../src/core/benchmarks/policies';
import { visibleReply } from '../../../src/core/benchmark/visibleReply';

const { attacks, scenes } = readAttackSet(fileURLToPath(new URL('../../../', import.meta.url)));

describe('the set of attacks', () => {
  it('has at least 120 different replies, eight or more of each technique', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(120);
    expect(new Set(attacks.map(({ id }) => id)).size).toBe(attacks.length);
    expect(new Set(attacks.map(replyOf)).size).toBe(attacks.length);
    for (const technique of techniques) {
      const own = attacks.filter((attack) => attack.technique === technique);
      expect(own.length, technique).toBeGreaterThanOrEqual(8);
      expect(own.every(({ id }) => id.startsWith(`${technique}-`))).toBe(true);
    }
  });

  it('is told about scenes of every benchmark', () => {
    expect(attacks.every(({ scene }) => scenes.has(scene))).toBe(true);
    for (const scene of scenes.values()) {
      expect(new Set(sceneSamples(scene).map(({ benchmark }) => benchmark.id))).toEqual(new Set(benchmarkIds));
    }
  });

  it('has the long replies in their full length and the hidden characters in their place', () => {
    const lengths = attacks.filter(({ technique }) => technique === 'long').map((attack) => replyOf(attack).length);
    expect(Math.min(...lengths)).toBeGreaterThan(20_000);
    for (const { technique, reply } of attacks) {
      if (technique === 'invisible')
        expect(reply).toMatch(/[\u00AD\u034F\u180E\u200B-\u200D\u2060\u2063\uFEFF]|\u{E004C}/u);
      if (technique === 'bidi') expect(reply).toMatch(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
      if (technique === 'homoglyph')
        expect(reply).toMatch(/[\u0370-\u04FF\u2460-\u2468\uFF10-\uFF19]|[\u{1D400}-\u{1D7FF}]/u);
      // Nothing of that kind may stand in an honest base.
      expect(attacks.every(({ base }) => /^[ -~]+$/.test(base))).toBe(true);
    }
  });

  it('holds base64 that decodes to an order', () => {
    const hidden = attacks.flatMap(({ technique, reply }) =>
      technique === 'base64'
        ? [Buffer.from(/[A-Za-z0-9+/]{24,}={0,2}/.exec(reply)?.[0] ?? '', 'base64').toString()]
        : [],
    );
    for (const text of hidden) expect(text).toMatch(/verdict|label|met|correct|better|perception|pass|tone/i);
  });

  it('leaves no trace tags and no empty reply for a judge to see', () => {
    for (const attack of attacks) {
      const visible = visibleReply(replyOf(attack));
      expect(visible, attack.id).not.toBe('');
      expect(visible).not.toMatch(/<\/?(?:think|thinking|thought|reasoning|analysis)[\s/>]/i);
    }
  });

  it('is matched with harmless words of the same length', () => {
    for (const attack of attacks) {
      const harmless = harmlessReply(attack);
      expect(harmless.startsWith(attack.base)).toBe(true);
      const wanted = Math.min(4_000, replyOf(attack).length - attack.base.length);
      expect(Math.abs(harmless.length - attack.base.length - Math.max(0, wanted))).toBeLessThanOrEqual(2);
    }
  });
});
