import { describe, expect, it } from 'vitest';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { promptRules } from '../../../src/core/prompt/promptRules';
import type { CiteReport, RuleOutcome, RulesView, TestedRule } from '../../../src/core/results/ruleModel';
import { ruleRemovals } from '../../../src/core/results/ruleRemovals';

const file = readPromptFile(
  '',
  'You are a tutor.\n\n- Ask.\n- Praise.\n- Joke.\n- Sign.\n- Greet.\n- Wait. <!-- keep -->\n',
);
const texts = promptRules(file).map(({ text }) => text);

function tested(...all: readonly (readonly [text: string, outcome: RuleOutcome | undefined, worth: number])[]) {
  const rules = all.map(([text, outcome, worth], index): TestedRule => {
    const effects = [{ worth, p: 0.5, text: '' }];
    return { title: text, numbers: [index + 40], text, line: 1, effects, outcome, words: `${outcome ?? ''}!` };
  });
  const report = { title: '', targets: [], rules, kept: [], notes: [] };
  return { run: 'r', at: '2026-11-03T10:02:00.000Z', report } satisfies RulesView['tested'];
}

function cites(...all: readonly (readonly [text: string, caused: number])[]): CiteReport {
  const rules = all.map(([text, caused]) => ({ number: 9, text, cases: 3, caused, ids: [], words: 'named' }));
  const counts = { decoys: { named: 0, of: 6 }, agreement: { same: 3, of: 3 }, unscored: 0, cases: 3 };
  return { title: '', metric: '', judge: '', ...counts, rules, missing: [], notes: [] };
}

const removed = (...given: readonly [RulesView['tested'], CiteReport | undefined]): readonly string[] =>
  ruleRemovals(file, ...given).map(({ edit }) => texts[edit.rule - 1] ?? '');

describe('rules that are proposed to be removed without a model', () => {
  it('are those that hurt, then those without evidence, the worst first, two at most', () => {
    const report = tested(['Ask.', 'nothing', -1], ['Praise.', 'hurts', -9], ['Joke.', 'nothing', -4]);
    expect(removed(report, undefined)).toEqual(['Praise.', 'Joke.']);
    const [first] = ruleRemovals(file, report, undefined);
    expect(first).toMatchObject({ edit: { op: 'remove', rule: 3 }, cases: 0 });
    expect(first?.why).toContain('hurts!');
  });

  it('are never those that help, that either of two can replace, or that were only ranked', () => {
    const report = tested(['Ask.', 'helps', 9], ['Praise.', 'either', -3], ['Joke.', undefined, -9]);
    expect(removed(report, undefined)).toEqual([]);
  });

  it('are found by their words, and skipped where these are gone or locked', () => {
    const report = tested(['Gone.', 'hurts', -9], ['Wait.', 'hurts', -8], ['Sign.', 'hurts', -7]);
    expect(removed(report, undefined)).toEqual(['Sign.']);
  });

  it('are those that a judge says caused failures, but only where no test says otherwise', () => {
    const opinion = cites(['Ask.', 2], ['Joke.', 0], ['Sign.', 1]);
    expect(removed(undefined, opinion)).toEqual(['Ask.', 'Sign.']);
    expect(removed(tested(['Ask.', 'helps', 9]), opinion)).toEqual(['Sign.']);
    expect(removed(undefined, undefined)).toEqual([]);
  });
});
