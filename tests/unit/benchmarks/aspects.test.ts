import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { standInDialogue } from '../../../src/core/benchmark/dialogue';
import { slotsIn } from '../../../src/core/benchmark/judging/judgeTask';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { promptRules } from '../../../src/core/prompt/promptRules';
import { ruleAbout, type TopicId } from '../../../src/core/prompt/ruleTopics';
import { loadSamples } from '../../../src/core/run/loadSamples';

const prompt = readPromptFile('tutor.md', 'Help.');

describe.each([...benchmarks.values()])('$title', (benchmark) => {
  it('says of every judge what its verdicts are about, but for one whose labels have no direction', () => {
    const text = readFileSync(new URL(`../../../starter-sets/${benchmark.starterSet}`, import.meta.url), 'utf8');
    const loaded = loadSamples(benchmark, { name: benchmark.starterSet, text }).samples;
    const samples = benchmark.expand?.(loaded, defaultPolicy) ?? loaded;
    const dealt = benchmark.deal?.(samples) ?? samples;
    const silent = new Set<string>();
    for (const sample of dealt) {
      const plan = benchmark.plan(
        sample,
        { template: prompt.template, placement: benchmark.placements.default },
        defaultPolicy,
        { repeat: 0, seed: 1 },
      );
      for (const task of benchmark.judgements(sample, standInDialogue(plan), [], defaultPolicy))
        for (const slot of slotsIn(task))
          if (benchmark.aspectOf?.(slot, sample) === undefined) silent.add(slot.criterionId ?? slot.judge);
    }
    expect([...silent].filter((judge) => !['Elicitation', 'overall'].includes(judge))).toEqual([]);
  });
});

describe('ruleAbout', () => {
  const rules = promptRules(
    readPromptFile(
      'coach.md',
      [
        '- Your job is to nudge, not to tell. Don’t blurt out the answer.',
        '- One nudge at a time.',
        '- When they nail it, say so plainly.',
        '- When they’ve slipped, name the slip kindly.',
        '- When they look lost, stop. Go back to what they know.',
        '- Praise effort rather than cleverness.',
        '- Keep it to three sentences.',
      ].join('\n'),
    ),
  );

  it.each<[TopicId, number]>([
    ['answer', 1],
    ['right', 3],
    ['wrong', 4],
    ['lost', 5],
    ['tone', 6],
    ['language', 7],
  ])('finds the rule on “%s”', (topic, number) => {
    expect(ruleAbout(rules, topic)?.number).toBe(number);
  });

  it.each<[TopicId, string]>([
    ['answer', 'Ge aldrig bort svaret, inte ens när eleven ber om det.'],
    ['steps', 'Räkna inte ut delstegen åt eleven.'],
    ['questions', 'Ställ frågor.'],
    ['oneThing', 'Ta upp en sak i taget.'],
    ['right', 'Bekräfta tydligt när eleven har rätt.'],
    ['wrong', 'Säg till om ett räknefel eller en missuppfattning.'],
    ['location', 'Peka ut vilket steg det gäller.'],
    ['lost', 'Sakta ner om eleven verkar vilse eller kör fast.'],
    ['further', 'Ge en svårare uppgift som utmanar.'],
    ['hints', 'Ge en ledtråd.'],
    ['nextStep', 'Föreslå vad eleven kan prova.'],
    ['explanation', 'Förklara varför.'],
    ['examples', 'Visa ett exempel.'],
    ['practice', 'Avsluta med att eleven får öva på en liknande uppgift.'],
    ['tone', 'Var vänlig och uppmuntrande.'],
    ['language', 'Skriv korta meningar på en nivå för årskurs 6.'],
    ['facts', 'Kontrollera fakta.'],
    ['taught', 'Håll dig till läroplanen och lektionerna.'],
    ['student', 'Anpassa dig efter elevens intressen.'],
  ])('finds the Swedish rule on “%s”', (topic, rule) => {
    const other = 'Du är Mika. De vanligaste dagarna behöver ingen skynda sig.';
    const swedish = promptRules(readPromptFile('lots.md', `- ${other}\n- ${rule}\n`));
    expect(ruleAbout(swedish, topic)?.number).toBe(2);
  });

  it('prefers a rule to the lead-in of a list', () => {
    const adapting = promptRules(
      readPromptFile(
        'a.md',
        '1. Is the learner right, wrong or confused? Then adapt:\n   - If they are confused, go back.\n',
      ),
    );
    expect(ruleAbout(adapting, 'lost')?.number).toBe(2);
  });

  it('finds none where no rule speaks of it', () => {
    expect(ruleAbout(rules, 'taught')).toBeUndefined();
  });
});
