import { expect, test } from 'vitest';
import { promptRules } from '../../../src/core/prompt/promptRules';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { testableGroups } from '../../../src/core/prompt/withoutRules';
import { RuleTest } from '../../../src/core/run/ruleTest';
import { sitOutTrials } from '../../../src/core/statistics/sitOut';
import type { RunManifest } from '../../../src/core/store/runManifest';
import type { WorkItem } from '../../../src/core/run/workItem';

const text = 'You are a tutor.\n\n- Ask one question.\n- Ask a question.\n- Be brief.\n- Name the student.\n';
const file = readPromptFile('tutor.md', text);
const groups = testableGroups(file, promptRules(file));
const rules = groups.flat().map((rule) => rule.text);
const units = Array.from({ length: 900 }, (_, index) => `mrbench/u${index}`);

function plannedTest(): RuleTest {
  const manifest = {
    ...{ seed: 1, prompt: { path: 'tutor.md', text, revision: 'sha256:1' } },
    ruleTest: { groups, pairs: [[0, 1]] },
  };
  return new RuleTest(manifest as unknown as RunManifest);
}

function textsOf(test: RuleTest, unit: string): readonly string[] {
  const item = { benchmark: { id: 'mrbench', unitOf: () => unit.slice('mrbench/'.length) }, sample: {} };
  return Array.from(
    { length: sitOutTrials },
    (_, repeat) => test.promptOf({ ...item, repeat } as unknown as WorkItem).template.body,
  );
}

test('each rule is missing from one of three plays, and two that are alike from the same one in 4 of 9 units', () => {
  const made = plannedTest();
  for (const unit of units.slice(0, 20)) {
    const texts = textsOf(made, unit);
    for (const rule of rules) expect(texts.filter((one) => !one.includes(rule))).toHaveLength(1);
  }
  const shareOf = (one: number, other: number): number =>
    units.map((unit) => made.drawOf(unit)).filter((draw) => draw[one] === draw[other]).length / units.length;
  expect(shareOf(0, 1)).toBeCloseTo(4 / 9, 1);
  expect(shareOf(0, 2)).toBeCloseTo(1 / 3, 1);
});
