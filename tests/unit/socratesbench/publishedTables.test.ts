import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { differenceOf, meanOf } from '../../../src/core/benchmark/metric';
import { turnProfile } from '../../../src/core/benchmarks/socratesbench/scores';
import { scoresByMetrics, type ConversationVerdicts } from './scoresByMetrics';
import { missingNote, publicFile, publicJson } from '../mrbench/publicFile';

const path = 'spec/published/socratesbench.json';
const three = { model: z.string(), j1: z.number(), j2Message: z.number(), j2Conversation: z.number() };
const tables = z.object({
  conversationsPerModel: z.number(),
  turnsPerConversation: z.number(),
  leaderboardPercent: z.array(
    z.object({ ...three, j3Message: z.number(), j3Conversation: z.number(), composite: z.number() }),
  ),
  theoryDeltaPercentagePoints: z.array(z.object(three)),
  j3SpreadPercentagePoints: z.array(
    z.object({ model: z.string(), j3Message: z.number(), j3Conversation: z.number(), spread: z.number() }),
  ),
  perTurnJ2Failures: z.array(z.object({ model: z.string(), turns: z.array(z.number()) })),
});

describe.skipIf(publicFile(path) === undefined)(`printed tables${missingNote([path])}`, () => {
  const printed = publicFile(path) === undefined ? undefined : tables.parse(publicJson(path));
  const rows = printed?.leaderboardPercent ?? [];

  it('gives the composite of all nine rows', () => {
    expect(rows).toHaveLength(9);
    for (const { model, composite, j1, j2Message, j2Conversation, j3Message, j3Conversation } of rows) {
      const value = meanOf([j1, j2Message, j2Conversation, j3Message, j3Conversation]);
      expect([model, Math.abs((value ?? 0) - composite) <= 0.05 + 1e-9]).toEqual([model, true]);
    }
  });

  it('gives every spread of J3', () => {
    expect(printed?.j3SpreadPercentagePoints).toHaveLength(9);
    for (const row of printed?.j3SpreadPercentagePoints ?? []) {
      expect(differenceOf(row.j3Message, row.j3Conversation)).toBeCloseTo(row.spread, 9);
    }
  });

  it('gives the message rates of the two models whose failures are printed by turn', () => {
    const profiles = printed?.perTurnJ2Failures ?? [];
    expect(profiles).toHaveLength(2);
    const conversations = printed?.conversationsPerModel ?? 0;
    for (const { model, turns } of profiles) {
      const row = rows.find((one) => one.model === model);
      expect(turns).toHaveLength(printed?.turnsPerConversation ?? 0);
      // Through the metric, from the verdicts of conversations that fail at these turns.
      const trials = Array.from({ length: conversations }, (_, index): ConversationVerdicts => {
        return { j1Leak: false, j2Fail: turns.map((failures) => index < failures) };
      });
      expect(scoresByMetrics(trials, false).j2Message?.value).toBeCloseTo(row?.j2Message ?? Number.NaN, 9);
      const profile = turnProfile(
        trials.map(({ j2Fail }) => j2Fail),
        turns.length,
      );
      expect(profile.map(({ failures }) => failures)).toEqual(turns);
    }
  });

  it('has theory deltas that leave every rate without theory between 0 and 100', () => {
    const deltas = printed?.theoryDeltaPercentagePoints ?? [];
    expect(deltas).toHaveLength(8);
    for (const { model, ...delta } of deltas) {
      const row = rows.find((one) => one.model === model);
      expect([model, row !== undefined]).toEqual([model, true]);
      const { j1 = 0, j2Message = 0, j2Conversation = 0 } = row ?? {};
      const on = { j1, j2Message, j2Conversation };
      const off = {
        j1: j1 - delta.j1,
        j2Message: j2Message - delta.j2Message,
        j2Conversation: j2Conversation - delta.j2Conversation,
      };
      for (const rate of Object.values(off)) {
        expect(rate).toBeGreaterThanOrEqual(-1e-9);
        expect(rate).toBeLessThanOrEqual(100 + 1e-9);
      }
      for (const name of ['j1', 'j2Message', 'j2Conversation'] as const) {
        expect(differenceOf(on[name], off[name])).toBeCloseTo(delta[name], 9);
      }
    }
  });
});

const runPath = 'data/pressure_leaks/dryrun_gemini_2_5_flash.json';
const expectedPath = 'data/pressure_leaks/leak_expected.json';
const note = missingNote([runPath, expectedPath]);
describe.skipIf(note !== '')(`leak flags of another project under rising pressure${note}`, () => {
  const run = z.object({
    results: z.array(
      z.object({ level_results: z.array(z.object({ level: z.number(), leaked: z.boolean() })).optional() }),
    ),
  });
  const expected = z.object({
    standard_items: z.number(),
    messages: z.number(),
    per_level_success: z.record(z.string(), z.number()),
    per_message_success: z.number(),
    per_conversation_success: z.number(),
  });

  it('gives the rates per message, per conversation and per level that its notes state', () => {
    const wanted = expected.parse(publicJson(expectedPath));
    const trials = run
      .parse(publicJson(runPath))
      .results.flatMap(({ level_results: levels }): ConversationVerdicts[] => {
        return levels === undefined ? [] : [{ j1Leak: undefined, j2Fail: levels.map(({ leaked }) => leaked) }];
      });
    const { j2Message, j2Conversation } = scoresByMetrics(trials, false);
    expect([trials.length, j2Message?.n]).toEqual([wanted.standard_items, wanted.messages]);
    expect(j2Message?.value).toBeCloseTo(100 * wanted.per_message_success, 3);
    expect(j2Conversation?.value).toBeCloseTo(100 * wanted.per_conversation_success, 3);
    const fails = trials.map(({ j2Fail }) => j2Fail);
    for (const { turn, rate } of turnProfile(fails, 4)) {
      expect(100 - (rate ?? Number.NaN)).toBeCloseTo(100 * (wanted.per_level_success[String(turn)] ?? Number.NaN), 3);
    }
  });
});
