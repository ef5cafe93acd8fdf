import { parse } from 'csv-parse/sync';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/results/buildReport';
import { csvReport } from '../../../src/core/report/csvReport';
import { displayWidth } from '../../../src/core/text/displayWidth';
import { jsonReport } from '../../../src/core/report/evaluateJson';
import { markdownReport } from '../../../src/core/report/markdownReport';
import { metricLines, terminalTable } from '../../../src/core/report/terminalTable';
import { hostileRun, hostileText } from './hostileRun';
import {
  claude,
  claudeModel,
  ended,
  judged,
  mixedRun,
  offlineModel,
  openAiModel,
  replied,
  sample,
  toySession,
} from './reportFixture';

const quick = { resamples: 100 };
const simulatedRun = () =>
  toySession({ samples: [sample('a')], records: [], manifest: { tutor: offlineModel, judges: [offlineModel] } });
const twoJudges = () =>
  toySession({
    samples: [sample('a')],
    records: [replied('a', 'Hi'), judged('a', 'Helps', 1), judged('a', 'Helps', 0, { judgeModel: claude }), ended()],
    manifest: { judges: [openAiModel, claudeModel] },
  });

describe('terminalTable', () => {
  it('shows value, interval, n and excluded in aligned columns, warnings first', () => {
    const lines = terminalTable(buildReport(mixedRun(), quick), { width: 80, color: false }).split('\n');
    expect(lines[0]).toBe('! 3 of 5 cases are finished. Some calls failed for good.');
    const head = lines.findIndex((line) => line.startsWith('metric'));
    expect(lines[head]).toMatch(/^metric +value +95% interval +n +excl\.$/);
    const row = lines[head + 1] ?? '';
    expect(row).toMatch(/^Helps when wrong +0\.00 \(0\/1\) +0\.00 to 0\.79 +1 +1$/);
    // The last statistic stands right below the end of its head.
    const end = (lines[head] ?? '').length;
    expect(row.slice(end - 1, end)).toBe('1');
  });

  it.each([40, 60, 80, 200])('keeps to %i columns', (width) => {
    for (const session of [mixedRun(), hostileRun(), twoJudges()]) {
      const lines = terminalTable(buildReport(session, quick), { width, color: false }).split('\n');
      for (const line of lines.filter((one) => !/^(metric|Helps|Plays)/.test(one)))
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
      if (width < 80) continue;
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }
  });

  it('uses escape sequences only when asked', () => {
    const report = buildReport(mixedRun(), quick);
    const plain = terminalTable(report, { width: 80, color: false });
    const painted = terminalTable(report, { width: 80, color: true });
    expect(plain).not.toContain('\u001B');
    expect(painted).toContain('\u001B[1m');
    expect(painted.replace(/\u001B\[\d+m/g, '')).toBe(plain);
  });

  it('lets no text move the cursor', () => {
    expect(terminalTable(buildReport(hostileRun(), quick), { width: 80, color: false })).not.toMatch(
      /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/,
    );
  });

  it('marks simulated runs in every title and names judges when there are several', () => {
    const text = terminalTable(buildReport(simulatedRun(), quick), { width: 80, color: false });
    expect(text).toContain('Toy (simulated)');
    expect(text).toContain('tutor offline (simulated) · judge offline (simulated)');
    expect(text).toContain('No scores: no reply was judged.');
    expect(terminalTable(buildReport(twoJudges(), quick), { width: 80, color: false })).toContain(
      `After right answers, judged by ${claude}`,
    );
  });

  it('prints a list of metrics alone', () => {
    const metrics = buildReport(mixedRun(), quick).benchmarks[0]?.blocks[0]?.metrics ?? [];
    expect(metricLines(metrics, { width: 80, color: false }).split('\n')).toHaveLength(2);
  });
});

describe('markdownReport', () => {
  it('shows facts, warnings, tables and the worst replies', () => {
    const session = mixedRun();
    const text = markdownReport(buildReport(session, quick), session);
    expect(text).toContain('| Helps when wrong | 0.00 (0/1) | 0.00 to 0.79 | 1 | 1 |');
    expect(text).toContain('> **Note:** 3 of 5 cases are finished.');
    expect(text).toContain('Reply:\n\n```text\nGood.\n```\n\n- Helps: 0, not as wanted');
    // Nothing was wrong with this one.
    expect(text).not.toContain('Yes, \\(x = 10\\)');
  });

  it('says simulated in every title', () => {
    const session = simulatedRun();
    const text = markdownReport(buildReport(session, quick), session);
    expect(text).toMatch(/^# toy\\\.md \(simulated\)$/m);
    expect(text).toMatch(/^## Toy \(simulated\)$/m);
  });

  it('lets no text act as Markdown or markup', () => {
    const session = hostileRun();
    const text = markdownReport(buildReport(session, quick), session);
    const html = new MarkdownIt({ html: true, linkify: true }).enable('table').render(text);
    const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name));
    const mine = [
      'h1',
      'h2',
      'h3',
      'p',
      'strong',
      'code',
      'pre',
      'blockquote',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'ul',
      'li',
    ];
    expect([...tags].filter((name) => !mine.includes(name ?? ''))).toEqual([]);
    // Tables have two or five cells a row, whatever a text holds.
    for (const [row] of html.matchAll(/<tr>.*?<\/tr>/gs)) expect([2, 5]).toContain(row.match(/<t[hd][ >]/g)?.length);
    expect(html.match(/<h\d/g)).toHaveLength(3);
    const outside = text.replace(/^(`{3,})text\n[^]*?\n\1$/gm, '').replace(/(?<!\\)`[^`\n]*`/g, '');
    expect(outside).not.toMatch(/[@#](?=\w)/);
  });
});

describe('csvReport', () => {
  it('has one row per verdict with the columns of the contract', () => {
    const session = mixedRun();
    const text = csvReport(buildReport(session, quick), session);
    expect(text.split('\r\n')[0]).toBe(
      'benchmark,sample,repeat,judge,judge_model,turn,criterion,label,outcome,status,reply,reasoning,simulated',
    );
    const rows = parse<Record<string, string>>(text, { columns: true });
    expect(rows).toHaveLength(6);
    expect(rows[0]).toEqual({
      benchmark: 'guideeval',
      sample: 'a',
      repeat: '0',
      judge: 'Helps',
      judge_model: 'openai:gpt-5.4-mini',
      turn: '',
      criterion: '',
      label: '1',
      outcome: 'desired',
      status: 'ok',
      reply: 'Yes, \\(x = 10\\).',
      reasoning: 'It says yes.',
      simulated: '',
    });
    expect(rows[4]).toMatchObject({
      sample: 'c',
      label: '',
      outcome: 'unscored',
      status: 'unscored',
      reasoning: 'No readable verdict after 3 attempts.',
    });
  });

  it('survives hostile texts and disarms formulas', () => {
    const session = hostileRun();
    const rows = parse(csvReport(buildReport(session, quick), session));
    expect(rows).toHaveLength(6);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(rows[1]?.[10]).toBe(hostileText.replace('\uD800', '\uFFFD').replace('\0', '\uFFFD'));
    expect(rows[5]?.slice(1, 12)).toEqual([
      "'=4+4",
      '0',
      'Helps',
      expect.any(String),
      '',
      '',
      "'-1",
      'undesired',
      'ok',
      "'@SUM(1,2)",
      "'+1",
    ]);
    expect(rows.slice(1).every((row) => row[12] === 'tutor')).toBe(true);
  });
});

describe('jsonReport', () => {
  it('holds the report and every case in full', () => {
    const session = hostileRun();
    const report = buildReport(session, quick);
    const found = JSON.parse(jsonReport(report, session)) as typeof report & {
      details: { summary: { id: string }; turns: { text: string }[] }[];
    };
    expect(found.schemaVersion).toBe(1);
    expect(found.run.simulatedParts).toEqual(['tutor']);
    expect(found.benchmarks[0]?.blocks[0]?.metrics[0]).toHaveProperty('excluded');
    expect(found.details.map(({ summary }) => summary.id)).toEqual(session.items.map(({ key }) => key));
    expect(found.details[0]?.turns[2]?.text).toBe(
      session.state.items.get(session.items[0]?.key ?? '')?.replies[0]?.visible,
    );
  });
});
