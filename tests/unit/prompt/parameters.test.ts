import { describe, expect, it } from 'vitest';
import { readFrontMatter } from '../../../src/core/prompt/frontMatter';
import { mergedParameters, modelRoles, parameterKey, parameterNames } from '../../../src/core/prompt/modelParameters';

function read(...lines: string[]) {
  return readFrontMatter(['---', ...lines, '---', 'Text.'].join('\n'));
}

describe('parameters in front matter', () => {
  it('are read for each role', () => {
    const { defaults, problems } = read('tutorEffort: low', 'judgeMaxTokens: 50', 'studentTimeout: 3');
    expect(problems).toEqual([]);
    expect(defaults.parameters).toEqual({
      tutor: { effort: 'low' },
      judge: { maxTokens: 50 },
      student: { timeoutSeconds: 3 },
    });
  });

  it.each([
    ['tutorEffort: huge', 'tutorEffort: huge', '“tutorEffort” must be one of none,'],
    ['tutorTemperature: warm', 'tutorTemperature: warm', 'from 0 to 2'],
    ['tutorExtra: {model: x}', 'tutorExtra: {model: x}', 'an object without model, messages, system, stream, n'],
    ['tutorExtra:\n  stream: true', 'tutorExtra:\n  stream: true', 'an object without'],
  ])('%j is refused where it stands', (line, marked, message) => {
    const { defaults, problems } = read('tutor: offline', line);
    expect(defaults.parameters).toBeUndefined();
    const [problem] = problems;
    expect(problem?.message).toContain(message);
    const text = ['---', 'tutor: offline', line, '---', 'Text.'].join('\n');
    expect(problem && text.slice(problem.range.start, problem.range.end)).toBe(marked);
  });

  it('are fifteen names, which no setting has', () => {
    const names = modelRoles.flatMap((role) => parameterNames.map((name) => parameterKey(role, name)));
    expect(new Set(names).size).toBe(15);
    expect(names).toContain('judgeMaxTokens');
  });
});

describe('the first value that is set', () => {
  it('counts, member by member', () => {
    expect(
      mergedParameters([{ effort: undefined, temperature: 0 }, undefined, { effort: 'low', temperature: 1 }]),
    ).toEqual({
      effort: 'low',
      temperature: 0,
    });
    expect(mergedParameters([{}, { effort: undefined }])).toBeUndefined();
  });
});
