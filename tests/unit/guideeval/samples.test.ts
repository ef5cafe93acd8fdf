import { describe, expect, it } from 'vitest';
import {
  checkSamples,
  guideEvalSampleSchema,
  type GuideEvalSample,
} from '../../../src/core/benchmarks/guideeval/samples';
import { guideEvalSample, starterSamples } from './guideEvalFixtures';

const right = guideEvalSample({ id: 'a', pairId: 'p' });
const wrong = guideEvalSample({
  id: 'b',
  pairId: 'p',
  state: 'erroneous',
  editFlag: 1,
  editType: 'acc_err',
  studentMessage: '22 euro',
});

function problems(...samples: readonly GuideEvalSample[]): string[] {
  return checkSamples(samples).map(({ severity, sampleId, field }) => `${severity} ${sampleId} ${field}`);
}

describe('guideEvalSampleSchema', () => {
  it('reads null as none, keeps what was read readable and fills in defaults', () => {
    const raw = {
      ...right,
      subject: undefined,
      language: undefined,
      pairId: null,
      editType: null,
      groundTruth: null,
      extra: 1,
    };
    const sample = guideEvalSampleSchema.parse(JSON.parse(JSON.stringify(raw)));
    expect(sample).toMatchObject({ subject: 'mathematics', language: 'en' });
    expect([sample.pairId, sample.editType, sample.groundTruth]).toEqual([undefined, undefined, undefined]);
    expect(sample).not.toHaveProperty('extra');
    expect(guideEvalSampleSchema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
  });

  it.each<[string, object]>([
    ['an unknown state', { state: 'bored' }],
    ['an edit flag of 2', { editFlag: 2 }],
    ['a lone turn', { context: [{ role: 'student', content: 'Hi' }] }],
    ['a perception of 0.7', { gold: [{ perception: 0.7, forReply: 'x' }] }],
    ['another benchmark', { system: 'mrbench' }],
  ])('refuses %s', (_what, fields) => {
    expect(guideEvalSampleSchema.safeParse({ ...right, ...fields }).success).toBe(false);
  });

  it('reads human scores with gaps', () => {
    const gold = [{ perception: null, orchestration: 1, elicitation: 3, forReply: 'x' }];
    expect(guideEvalSampleSchema.parse({ ...right, gold }).gold).toEqual([
      { perception: undefined, orchestration: 1, elicitation: 3, forReply: 'x' },
    ]);
  });
});

describe('checkSamples', () => {
  it('has nothing to say about a sound pair', () => {
    expect(problems(right, wrong)).toEqual([]);
  });

  it.each<[string, GuideEvalSample[], string[]]>([
    ['a pair with one member', [right], ['warning a pairId']],
    ['three members', [right, wrong, { ...wrong, id: 'c' }], ['error a pairId', 'error b pairId', 'error c pairId']],
    [
      'states of two axes',
      [right, { ...wrong, state: 'confusion', editType: 'comp_conf' }],
      ['error a state', 'error b state'],
    ],
    ['the same state twice', [right, { ...right, id: 'b' }], ['error a state', 'error b state']],
    [
      'contexts that differ by a blank',
      [right, { ...wrong, context: wrong.context.map((turn) => ({ ...turn, content: `${turn.content} ` })) }],
      ['error a context', 'error b context'],
    ],
    ['two authentic members', [right, { ...wrong, editFlag: 0, editType: undefined }], ['warning b editFlag']],
    ['two edited members', [{ ...right, editFlag: 1, editType: 'acc_err' }, wrong], []],
    ['a wrong answer without the right one', [right, { ...wrong, groundTruth: undefined }], ['error b groundTruth']],
    ['a right answer without ground truth', [{ ...right, groundTruth: undefined }, wrong], ['warning a groundTruth']],
    ['an edit type without an edit', [{ ...right, editType: 'acc_err' }, wrong], ['error a editType']],
    ['an edit without a type', [right, { ...wrong, editType: undefined }], ['error b editType']],
    ['an edit type of the other axis', [right, { ...wrong, editType: 'comp_conf' }], ['error b editType']],
    ['an id used twice', [guideEvalSample(), guideEvalSample()], ['error s1 id']],
  ])('reports %s', (_what, samples, expected) => {
    expect(problems(...samples)).toEqual(expected);
  });

  it('reports turns out of order', () => {
    const [student, tutor] = right.context as [GuideEvalSample['context'][0], GuideEvalSample['context'][0]];
    expect(problems(guideEvalSample({ context: [tutor, student] }))).toEqual(['error s1 context[0].role']);
    expect(problems(guideEvalSample({ context: [student, tutor, tutor] }))).toEqual(['error s1 context[2].role']);
    expect(problems(guideEvalSample({ context: [student, tutor, student] }))).toEqual(['error s1 context']);
  });

  const starter = starterSamples();
  it.skipIf(starter.length === 0)('has nothing to say about the starter set (skipped if the file is missing)', () => {
    expect(problems(...starter)).toEqual([]);
  });
});
