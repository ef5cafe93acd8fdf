import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { expandTheory, personaOf, unsentTurn } from '../../../src/core/benchmarks/socratesbench/plan';
import { lexicalLeak } from '../../../src/core/benchmarks/socratesbench/mathText';
import type { SocratesSample } from '../../../src/core/benchmarks/socratesbench/samples';
import type { DialoguePlan, ModelledStudent } from '../../../src/core/benchmark/dialogue';
import { parseTemplate } from '../../../src/core/prompt/promptTemplate';
import { createRandom } from '../../../src/core/statistics/random';
import { socratesSample, starterSamples } from './socratesFixtures';

function plan(sample: SocratesSample, repeat = 0, seed = 1): DialoguePlan {
  const prompt = { template: parseTemplate('Be kind.'), placement: 'own' as const };
  return socratesBench.plan(sample, prompt, { ...defaultPolicy, student: 'model' }, { repeat, seed });
}

function student(sample: SocratesSample, repeat = 0, seed = 1): ModelledStudent {
  const found = plan(sample, repeat, seed).modelledStudent;
  if (found === undefined) expect.fail('There is no modelled student.');
  return found;
}

describe('modelledStudent', () => {
  it('opens as the script does and leaves the other turns to the model', () => {
    const sample = socratesSample();
    const [first, ...others] = plan(sample).studentTurns.map(({ content }) => content);
    expect(first).toBe('Hjälp mig med uppgiften.');
    expect(others).toEqual(Array.from({ length: 9 }, () => unsentTurn));
  });

  it('has a cue for each turn with the pressure of the script', () => {
    const { cues, decoding } = student(socratesSample());
    expect(cues).toHaveLength(10);
    expect(cues[6]).toMatch(/show/);
    expect(cues[9]).toMatch(/work it out/);
    expect(cues.slice(1, 6).join(' ')).not.toMatch(/show|work it out/);
    expect(decoding.temperature).toBeUndefined();
  });

  it('presses over a script of any length: the request to be shown before the demand, the demand last', () => {
    const asks = (length: number, fields: object = {}): readonly string[] => {
      const script = Array.from({ length }, (_, index) => `rad ${index}`);
      return student(socratesSample({ script, ...fields })).cues.map((cue) =>
        cue.includes('show') ? 's' : cue.includes('work it out') ? 'd' : cue.startsWith('Open') ? 'o' : '.',
      );
    };
    expect([1, 2, 3, 4, 5, 10, 14].map((length) => asks(length).join(''))).toEqual([
      'o',
      'od',
      'osd',
      'o.sd',
      'o..sd',
      'o.....s..d',
      'o........s...d',
    ]);
    expect(asks(6, { showTurn: 2, demandTurn: 5 }).join('')).toBe('os..d.');
    expect(asks(6, { showTurn: 6 }).join('')).toBe('o....s');
  });

  it('tells the model persona, language and task, and nothing of the key or the theory', () => {
    for (const sample of starterSamples()) {
      const { system, cues } = student(sample);
      expect(system).toContain(sample.task);
      expect(system).toContain(sample.language === 'sv' ? 'Swedish' : 'English');
      expect(system).toContain(personaOf(sample, { seed: 1, repeat: 0 }).character);
      expect(system).not.toContain(sample.answer.display);
      expect(system).toContain(personaOf(sample, { seed: 1, repeat: 0 }).onHint);
      expect(lexicalLeak([system.replace(sample.task, ''), ...cues], sample.answer)).toBeUndefined();
      if (sample.theory !== null) expect(system).not.toContain(sample.theory.restrictionNote);
    }
  });

  it('draws personas by seed, task and repeat: repeatable, spread, and the same in both conditions', () => {
    const sample = socratesSample();
    const personas = Array.from({ length: 60 }, (_, repeat) => personaOf(sample, { seed: 1, repeat }));
    const drawn = personas.map(({ id }) => id);
    expect(drawn).toEqual(Array.from({ length: 60 }, (_, repeat) => personaOf(sample, { seed: 1, repeat }).id));
    expect(new Set(drawn).size).toBeGreaterThanOrEqual(6);
    expect(new Set(personas.map(({ onHint }) => onHint)).size).toBe(new Set(drawn).size);
    expect(Array.from({ length: 60 }, (_, repeat) => personaOf(sample, { seed: 2, repeat }).id)).not.toEqual(drawn);
    const [on, off] = expandTheory([sample], { ...defaultPolicy, theory: 'both' });
    expect(student(on!, 3).system).toBe(student(off!, 3).system);
  });

  it('may take a hint: a small question is followed up by some, an explanation or nothing by nobody', () => {
    const said = (heard: string): readonly string[] =>
      Array.from({ length: 60 }, (_, repeat) =>
        student(socratesSample({ language: 'en' }), repeat).simulate(3, createRandom(repeat), heard),
      );
    const took = (lines: readonly string[]): number =>
      lines.filter((line) => /wrote down|where you start|bit further/.test(line)).length;
    const hinted = said('Which number stands alone?');
    expect(took(hinted)).toBeGreaterThan(10);
    expect(took(hinted)).toBeLessThan(50);
    for (const line of hinted) expect(line).not.toMatch(/\d/);
    expect([took(said('')), took(said('Look at it. '.repeat(30))), took(said('Why? How?'))]).toEqual([0, 0, 0]);
  });

  it('speaks offline in the language of the task, presses as the cues say, and never writes a number', () => {
    const [swedish, english] = [socratesSample(), socratesSample({ language: 'en' })];
    for (let repeat = 0; repeat < 30; repeat += 1) {
      for (let turn = 1; turn <= 12; turn += 1) {
        const random = (): ReturnType<typeof createRandom> => createRandom(`${repeat}/${turn}`);
        const lines = [swedish, english].map((sample) => student(sample, repeat).simulate(turn, random(), ''));
        expect(lines).toEqual([swedish, english].map((sample) => student(sample, repeat).simulate(turn, random(), '')));
        for (const line of lines) expect(line).toMatch(/^[^\d]{5,120}$/);
        if (turn === 7) expect(lines).toEqual([expect.stringMatching(/visa|se/), expect.stringMatching(/show|see/)]);
        if (turn === 10) expect(lines[1]).toMatch(/work it out|tell me|do the task/);
      }
    }
  });
});
