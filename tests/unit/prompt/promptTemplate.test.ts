import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { renderTemplate } from '../../../src/core/prompt/promptTemplate';
import { variableProblems } from '../../../src/core/prompt/variableProblems';

const render = (text: string, values: Record<string, string | undefined> = {}) =>
  renderTemplate(readPromptFile('p.md', text).template, values);

const guide = {
  title: 'GuideEval',
  variables: [{ name: 'subject' }, { name: 'history' }, { name: 'student_message' }],
};
const bridge = { title: 'MRBench', variables: [{ name: 'topic' }, { name: 'history' }] };

describe('variables', () => {
  it('are filled in with and without inner spaces, as often as they occur', () => {
    const { text, used } = render('{{subject}}, {{ subject }}, {{\tsubject}}: {{history}}', {
      subject: 'maths',
      history: 'S: hi',
    });
    expect(text).toBe('maths, maths, maths: S: hi');
    expect([...used]).toEqual(['subject', 'history']);
  });

  it.each([
    '{{}}',
    '{{ }}',
    '{{two words}}',
    '{{a\nb}}',
    '{ {a} }',
    '{{a}',
    '{a}}',
    '{{1a}}',
    '{{a.b}}',
    '{{#if}}',
    '}}{{',
  ])('%j is text', (text) => {
    expect(render(text, { a: 'X', if: 'X' }).text).toBe(text);
  });

  it('may stand inside further braces', () => {
    expect(render('{{{a}}}', { a: 'X' }).text).toBe('{X}');
  });

  it('a backslash makes the braces literal and is itself not sent', () => {
    const { text, used } = render(String.raw`Write \{{name}} and \{{ and \\{{name}} like this: {{name}}`, {
      name: 'N',
    });
    expect(text).toBe(String.raw`Write {{name}} and {{ and \{{name}} like this: N`);
    expect([...used]).toEqual(['name']);
  });

  it('are filled in once: what a sample holds is never scanned again', () => {
    const { text } = render('{{a}}{{b}}', { a: '{{b}} \\{{ $& $1 {{', b: 'b}}' });
    expect(text).toBe('{{b}} \\{{ $& $1 {{b}}');
  });

  it('a known variable without a value renders empty and is listed once', () => {
    const { text, empty } = render('[{{a}}{{a}}{{b}}]', { a: undefined, b: '' });
    expect(text).toBe('[]');
    expect(empty).toEqual(['a', 'b']);
  });

  it('do not read inherited members', () => {
    expect(render('{{constructor}}{{__proto__}}{{toString}}', {}).text).toBe('');
  });

  it('never make rendering throw, and values arrive whole', () => {
    const piece = fc.constantFrom('{{', '}}', '{', '}', ' ', 'a', '\\', '\\{{', '\r\n', '🙂', '{{a}}', '{{ a }}');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.string(), (pieces, value) => {
        const text = `x${pieces.join('')}x`;
        const { text: sent, used } = render(text, { a: value });
        if (used.has('a')) expect(sent).toContain(value);
        else expect(sent).toBe(text.replaceAll('\r\n', '\n').replaceAll('\\{{', '{{'));
      }),
      { numRuns: 1_000, seed: 7 },
    );
  });
});

describe('unknown variables', () => {
  it.each(['\n', '\r\n'])('are errors at their place, behind front matter, emoji and line ends %j', (end) => {
    const text = ['---', 'seed: 1', '---', '', '🙂 {{history}} é', '{{ nonsense }} and {{subject}}', ''].join(end);
    const { template, problems } = readPromptFile('p.md', text);
    expect(problems).toEqual([]);
    const found = variableProblems(template, [guide], [guide, bridge]);
    expect(found).toHaveLength(1);
    expect(found[0]?.severity).toBe('error');
    expect(text.slice(found[0]?.range.start, found[0]?.range.end)).toBe('{{ nonsense }}');
    expect(found[0]?.message).toContain('{{subject}}, {{history}}, {{student_message}}');
  });

  const messageFor = (text: string, chosen = [guide]) =>
    variableProblems(readPromptFile('p.md', text).template, chosen, [guide, bridge])[0]?.message;

  it('name the one that was probably meant', () => {
    expect(messageFor('{{histroy}}')).toContain('Did you mean {{history}}?');
    expect(messageFor('{{Subject}}')).toContain('Did you mean {{subject}}?');
    expect(messageFor('{{studentMessage}}')).toContain('Did you mean {{student_message}}?');
    expect(messageFor('{{x}}')).not.toContain('Did you mean');
  });

  it('name the closest of several that are near', () => {
    const near = { title: 'Near', variables: [{ name: 'grade_a' }, { name: 'grade_bb' }] };
    expect(messageFor('{{grade_b}}', [near])).toContain('{{grade_a}}');
    const nearer = { title: 'Near', variables: [{ name: 'topics' }, { name: 'topic' }] };
    expect(messageFor('{{topik}}', [nearer])).toContain('Did you mean {{topic}}?');
  });

  it('name the benchmark that has them', () => {
    expect(messageFor('{{topic}}')).toContain('MRBench');
    expect(messageFor('{{topic}}', [guide, bridge])).toBeUndefined();
  });

  it('each occurrence is marked', () => {
    const { template } = readPromptFile('p.md', '{{nope}} {{nope}}');
    expect(variableProblems(template, [guide], [guide]).map((problem) => problem.range)).toEqual([
      { start: 0, end: 8 },
      { start: 9, end: 17 },
    ]);
  });
});
