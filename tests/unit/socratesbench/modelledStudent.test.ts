import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { expandTheory, personaOf, unsentTurn } from '../../../src/core/benchmarks/socratesbench/plan';
import { lexicalLeak } from '../../../src/core/benchmarks/socratesbench/mathText';
import type { SocratesSample } from '../../../src/core/benchmarks/socratesbench/samples';
import type { DialoguePlan, ModelledStudent } from '../../../src/core/benchmark/dialogue';
import { parseTemplate } from '../../../src/core/prompt/promptTemplate';
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
    const drawn = personas.map(({ character }) => character);
    expect(drawn).toEqual(Array.from({ length: 60 }, (_, repeat) => personaOf(sample, { seed: 1, repeat }).character));
    expect(new Set(drawn).size).toBeGreaterThanOrEqual(6);
    expect(new Set(personas.map(({ onHint }) => onHint)).size).toBe(new Set(drawn).size);
    expect(Array.from({ length: 60 }, (_, repeat) => personaOf(sample, { seed: 2, repeat }).character)).not.toEqual(
      drawn,
    );
    const [on, off] = expandTheory([sample], { ...defaultPolicy, theory: 'both' });
    expect(student(on!, 3).system).toBe(student(off!, 3).system);
  });

  it('says the lines of the script offline', () => {
    for (const sample of [socratesSample(), socratesSample({ language: 'en' })]) {
      const lines = sample.script.map((_, index) => student(sample).simulate(index + 1));
      expect(lines).toEqual(sample.script);
    }
  });
});
