import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/results/buildReport';
import type { RunRecord } from '../../../src/core/store/runRecord';
import {
  claudeModel,
  ended,
  judged,
  mixedRun,
  offlineModel,
  openAiModel,
  replied,
  sample,
  toySession,
  type ToyRun,
} from './reportFixture';

function warningsOf(run: Partial<ToyRun>): readonly string[] {
  const samples = [sample('a')];
  const records = [replied('a', 'Hi'), judged('a', 'Helps', 1), judged('a', 'Level', 1), ended()];
  const manifest = { judges: [{ ...openAiModel, model: 'gpt-5.4' }], ...run.manifest };
  const byClaude = records.map((record) =>
    record.kind === 'judged' ? { ...record, judgeModel: 'openai:gpt-5.4' } : record,
  );
  const session = toySession({ samples, records: byClaude, ...run, manifest });
  return buildReport(session, { resamples: 100 }).warnings.map(({ kind, message }) => `${kind}: ${message}`);
}

describe('report warnings', () => {
  it('are absent from a run without reservations', () => {
    expect(warningsOf({})).toEqual([]);
  });

  it('do not speak of numbers where no verdict could be used', () => {
    const found = warningsOf({
      records: [replied('a', 'Hi'), judged('a', 'Helps', undefined), judged('a', 'Level', undefined), ended()],
    });
    expect(found[0]).toBe('coverage: No verdict could be used, so there are no scores.');
    expect(found.join(' ')).not.toContain('The numbers speak');
  });

  it('say how a run ended, what is missing and why', () => {
    const found = buildReport(mixedRun(), { resamples: 100 }).warnings;
    expect(found.map(({ kind }) => kind)).toEqual([
      'status',
      'sameModel',
      'coverage',
      'noReply',
      'noReply',
      'unscored',
    ]);
    const messages = found.map(({ message }) => message);
    expect(messages[0]).toBe('3 of 5 cases are finished. Some calls failed for good.');
    expect(messages[2]).toBe('Only 40% of verdicts are in; scores cover those.');
    expect(messages[3]).toMatch(/^1 of 5 replies is empty/);
    expect(messages[4]).toBe('The tutor did not answer 1 of 5 samples. The first one: The server said no.');
    expect(messages[5]).toMatch(/^2 of 6 verdicts are unscored/);
  });

  it('name simulated parts', () => {
    expect(warningsOf({ manifest: { tutor: offlineModel } })).toEqual([
      expect.stringMatching(/^simulated: Simulated: the replies come from rules/),
    ]);
    const both = warningsOf({ manifest: { tutor: offlineModel, judges: [claudeModel, offlineModel] } });
    expect(both[0]).toMatch(/the replies and the verdicts of 1 of 2 judges come from rules/);
  });

  it('say of models of VS Code what cannot be reproduced, whoever they are in the run', () => {
    const editorModel = { provider: 'vscode', model: 'copilot/gpt', simulated: false };
    const found = (manifest: ToyRun['manifest']): readonly string[] =>
      warningsOf({ manifest }).filter((warning) => warning.startsWith('editorModel'));
    const one = /^editorModel: Not reproducible: vscode:copilot\/gpt is a model of VS Code\..*first user message/;
    expect(found({ tutor: editorModel })).toEqual([expect.stringMatching(one)]);
    expect(found({ tutor: editorModel, judges: [editorModel] })).toEqual([expect.stringMatching(one)]);
    const two = found({ tutor: editorModel, judges: [{ ...editorModel, model: 'copilot/other' }] });
    expect(two).toEqual([expect.stringContaining('vscode:copilot/gpt and vscode:copilot/other are models')]);
    expect(found({})).toEqual([]);
  });

  it('name what a model was asked and did not take, by the calls themselves', () => {
    const form = { maxOutputTokens: 100 };
    const records = (sent: object): RunRecord[] => [
      replied('a', 'Hi', { form: { ...form, ...sent } }),
      judged('a', 'Helps', 1, { form: { ...form, temperature: 0, structured: 'none' } }),
      judged('a', 'Level', 1),
      ended(),
    ];
    const manifest = {
      tutor: { ...openAiModel, model: 'mine', parameters: { effort: 'low' as const, temperature: 0.4 } },
      judges: [{ ...claudeModel, baseUrl: 'http://127.0.0.1:1', model: 'kind' }],
    };
    const decodings = (sent: object): readonly string[] => {
      const answered = records(sent).map((record) =>
        record.kind === 'judged' ? { ...record, judgeModel: 'anthropic:kind' } : record,
      );
      const session = toySession({ samples: [sample('a')], records: answered, manifest });
      return buildReport(session, { resamples: 100 })
        .warnings.filter(({ kind }) => kind === 'decoding')
        .map(({ message }) => message);
    };
    const ofJudge = expect.stringMatching(/^anthropic:kind takes no JSON format for answers/) as unknown;
    expect(decodings({})).toEqual([
      expect.stringMatching(
        /^openai:mine takes no temperature, though 0\.4 was asked for; no effort, though “low” was asked for/,
      ),
      ofJudge,
    ]);
    expect(decodings({ temperature: 0.4, effort: 'low' })).toEqual([ofJudge]);
  });

  it('name models whose temperature cannot be set, unless a server of one’s own takes it', () => {
    const older = { ...claudeModel, model: 'claude-sonnet-4-6' };
    expect(warningsOf({ manifest: { tutor: older } })).toEqual([
      expect.stringMatching(/^decoding: No temperature can be set for anthropic:claude-sonnet-4-6, /),
    ]);
    const baseUrl = 'http://127.0.0.1:1';
    expect(warningsOf({ manifest: { tutor: { ...older, baseUrl } } })).toEqual([]);
    expect(warningsOf({ manifest: { tutor: { ...claudeModel, baseUrl } } })).toEqual([
      expect.stringMatching(/^decoding: /),
    ]);
  });

  it('name models of any provider that take no temperature while they reason, and how they take one', () => {
    const luna = { ...openAiModel, model: 'gpt-6-luna' };
    expect(warningsOf({ manifest: { tutor: luna } })).toEqual([
      expect.stringMatching(
        /^decoding: No temperature can be set for openai:gpt-6-luna, .* With effort none it can be set for openai:gpt-6-luna\.$/,
      ),
    ]);
    expect(warningsOf({ manifest: { tutor: { ...luna, parameters: { effort: 'none' } } } })).toEqual([]);
    const high = { ...openAiModel, parameters: { effort: 'high' as const } };
    expect(warningsOf({ manifest: { tutor: high } })[0]).toMatch(/^decoding: .* openai:gpt-5\.4-mini, /);
    expect(warningsOf({ manifest: { tutor: { ...openAiModel, model: 'gpt-6.1-sol' } } })[0]).not.toContain(
      'effort none',
    );
  });

  it('name models that are shut down at the time of the run, or soon will be', () => {
    const tutor = { ...openAiModel, model: 'gpt-4.1-mini' };
    const on = (createdAt: string) => warningsOf({ manifest: { tutor, createdAt } });
    expect(on('2026-11-14T23:59:59Z')).toEqual([]);
    expect(on('2026-11-15T00:00:00Z')).toEqual([
      expect.stringMatching(/^shutdown: openai:gpt-4\.1-mini will be shut down on 2027-01-14 \(announced as of /),
    ]);
    expect(on('2027-01-14T12:00:00Z')[0]).toMatch(/will be shut down/);
    expect(on('2027-01-15T00:00:00Z')[0]).toMatch(/^shutdown: openai:gpt-4\.1-mini was shut down on 2027-01-14 /);
    const local = { ...tutor, baseUrl: 'http://localhost:1234/v1' };
    expect(warningsOf({ manifest: { tutor: local, createdAt: '2027-01-15T00:00:00Z' } })).toEqual([]);
  });

  it('name calls whose cost nobody told, where the model has a price', () => {
    const records = [replied('a', 'Hi', { usage: undefined }), ended()];
    expect(warningsOf({ records }).filter((text) => text.startsWith('cost'))).toEqual([
      'cost: 1 call was answered without a count of tokens: the cost shown leaves it out. A cost cap counts it at the highest possible cost.',
    ]);
    expect(warningsOf({ records, manifest: { tutor: { ...openAiModel, model: 'mine' } } }).join()).not.toContain(
      'cost:',
    );
    const cached = [replied('a', 'Hi', { usage: undefined, calls: 0, cached: 1 }), ended()];
    expect(warningsOf({ records: cached }).join()).not.toContain('cost:');
  });

  it('name judged replies that were cut off at the token limit, and no others', () => {
    const reply = replied('a', 'Hi', { finish: 'length' });
    const judgement = judged('a', 'Helps', 1, { judgeModel: 'openai:gpt-5.4' });
    expect(warningsOf({ records: [reply, judgement, ended()] })).toContain(
      'truncated: 1 of 1 judged reply was cut off at the token limit and judged in that form.',
    );
    expect(warningsOf({ records: [reply, ended()] }).filter((warning) => warning.startsWith('truncated'))).toEqual([]);
  });

  it('name skipped records, damaged parts and prompt variables without a value', () => {
    const found = warningsOf({
      samples: [sample('a', 'right', { words: '' })],
      skipped: 3,
      problems: Array.from({ length: 7 }, (_, index) => `Line ${index} is damaged.`),
    });
    expect(found).toContain('samples: 3 records of toy.jsonl could not be used for Toy.');
    expect(found).toContain('samples: Line 4 is damaged.');
    expect(found).toContain('samples: 2 more damaged parts of the run.');
    expect(found).toContain('variables: {{words}} has no value for some samples and was left empty there.');
  });

  it('do not round a coverage below the bar up to it', () => {
    const samples = Array.from({ length: 2_001 }, (_, index) => sample(`s${index}`));
    const records = samples.flatMap(({ id }, index) => [
      replied(id, 'Hi'),
      judged(id, 'Helps', index < 101 ? undefined : 1),
    ]);
    const session = toySession({ samples, records: [...records, ended()] });
    const [warning] = buildReport(session, { resamples: 10 }).warnings.filter(({ kind }) => kind === 'coverage');
    expect(warning?.message).toMatch(/^Only 94\.9% /);
  });
});
