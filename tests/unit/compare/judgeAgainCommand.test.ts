import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { ComparisonOptions } from '../../../src/core/compare/comparison';
import { comparisonText, judgeAgainCommand } from '../../../src/core/report/comparisonText';
import type { ManifestModel, RunManifest } from '../../../src/core/store/runManifest';
import { claudeModel, openAiModel } from '../report/reportFixture';
import { comparedSession, oneTrial, options } from './comparedSessions';

const claude = 'anthropic:claude-sonnet-5';
const gpt = 'openai:gpt-5.4-mini';

interface Judged {
  readonly model?: ManifestModel;
  readonly name?: string;
  readonly exactly?: string;
  readonly version?: string;
  readonly manifest?: Partial<RunManifest>;
}

function comparedBy(before: Judged, after: Judged, more: Partial<ComparisonOptions> = {}) {
  const sides = [before, after].map(({ model = openAiModel, name = gpt, exactly, version, manifest }, place) =>
    comparedSession({
      trials: oneTrial([place, place, place]),
      judgeModel: name,
      ...(exactly === undefined ? {} : { verdictModel: exactly }),
      ...(version === undefined ? {} : { version }),
      manifest: { runId: place === 0 ? 'run-a' : 'run-b', judges: [model], ...manifest },
    }),
  );
  const judge = { before: before.name ?? gpt, after: after.name ?? gpt };
  return compareRuns(sides[0]!, sides[1]!, { ...options, ...more, judge });
}

describe('judgeAgainCommand', () => {
  const byClaude = { model: claudeModel, name: claude };

  it('has the earlier run judged by the later one’s judge, at its server', () => {
    expect(judgeAgainCommand(comparedBy({}, byClaude))).toBe(
      'To have a run’s replies judged as the later one was: tutor-prompt-lab judge run-a --judge anthropic:claude-sonnet-5',
    );
    const model = { ...openAiModel, baseUrl: 'http://localhost:8000/v1' };
    expect(judgeAgainCommand(comparedBy({}, { model }))).toContain(
      'judge run-a --judge openai:gpt-5.4-mini --judge-base-url http://localhost:8000/v1',
    );
  });

  it('asks a run’s own judges, and so no cache, where their version differs', () => {
    expect(judgeAgainCommand(comparedBy({ exactly: 'gpt-2026-01' }, { exactly: 'gpt-2026-02' }))).toBe(
      'To have a run’s replies judged by the model version that answers now: tutor-prompt-lab judge run-a',
    );
  });

  it('names the run that was judged first where the judge’s prompt differs', () => {
    const manifest = { createdAt: '2026-01-01T00:00:00.000Z' };
    const other = { version: 'Helps@ffffffff' };
    expect(judgeAgainCommand(comparedBy({}, other))).toContain('tutor-prompt-lab judge run-a (add --judge-prompts');
    expect(judgeAgainCommand(comparedBy({}, { ...other, manifest }))).toContain('tutor-prompt-lab judge run-b (add');
  });

  it('is not there where nothing is to be mended, or the difference is what is asked about', () => {
    expect(judgeAgainCommand(comparedBy({}, {}))).toBeUndefined();
    expect(judgeAgainCommand(comparedBy({}, byClaude, { intended: ['judgeModel'] }))).toBeUndefined();
  });

  it('offers nothing to paste that a shell would take apart', () => {
    const model = { ...openAiModel, model: 'm; rm -rf .' };
    expect(judgeAgainCommand(comparedBy({}, { model, name: 'openai:m; rm -rf .' }))).toBeUndefined();
  });

  it('stands under what differs in a terminal', () => {
    const text = comparisonText(comparedBy({}, byClaude), { width: 120, color: false });
    expect(text).toMatch(
      /^! The judge or its parameters differ[^\n]*\n(?: [^\n]*\n)* {2}To have a run’s replies judged/mu,
    );
  });
});
