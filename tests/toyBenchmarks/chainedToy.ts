import { z } from 'zod';
import type { Verdict } from '../../src/core/benchmark/judging/verdict';
import { booleanJudge, systemOf, toyBenchmark } from './toyBenchmark';

const chainedSample = z.object({ id: z.string(), step: z.int(), reference: z.string() });

/**
 * The shape of KMP-Bench: two turns; code reads the first reply's claim, a judge looks at the reason only where the
 * claim was right, and a pair judge compares the second reply with a reference in both orders.
 */
export const chainedToy = toyBenchmark('kmp-skills', chainedSample, {
  plan: (_sample, prompt) => ({
    system: systemOf(prompt),
    opening: [],
    studentTurns: [
      { role: 'user', content: 'Which step is wrong?' },
      { role: 'user', content: 'Now correct it.' },
    ],
    decoding: { temperature: 0, maxOutputTokens: 100 },
    warnings: [],
  }),
  judgements(sample, dialogue, verdicts) {
    const [claim, correction] = dialogue.replies;
    if (claim === undefined || correction === undefined) return [];
    const said = /step (\d+)/i.exec(claim.visible)?.[1];
    const located: Verdict = {
      judge: 'location',
      unit: 'message',
      turn: 1,
      status: 'ok',
      label: said === String(sample.step),
    };
    const known = (judge: string): Verdict | undefined => verdicts.find((verdict) => verdict.judge === judge);
    const pair = (order: string, left: string, right: string) =>
      booleanJudge(
        `pair-${order}`,
        { judge: `pair-${order}`, unit: 'pair', turn: 2 },
        `A: ${left}\nB: ${right}\nIs A better?`,
      );
    const first = known('pair-ab');
    const second = known('pair-ba');
    const both = first?.status === 'ok' && second?.status === 'ok';
    const outcome = both && first.label === second.label ? 'tie' : first?.label === true ? 'win' : 'lose';
    return [
      { key: 'location', verdicts: [located] },
      ...(known('location')?.label === true
        ? [booleanJudge('reason', { judge: 'reason', unit: 'message', turn: 1 }, claim.visible)]
        : []),
      pair('ab', correction.visible, sample.reference),
      pair('ba', sample.reference, correction.visible),
      ...(both
        ? [{ key: 'pair', verdicts: [{ judge: 'pair', unit: 'pair', turn: 2, status: 'ok', label: outcome } as const] }]
        : []),
    ];
  },
});
