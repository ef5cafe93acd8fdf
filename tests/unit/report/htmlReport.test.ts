import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RunSession } from '../../../src/core/run/runSession';
import { buildReport } from '../../../src/core/results/buildReport';
import { hostileRun, hostileText } from './hostileRun';
import { ended, judged, mixedRun, offlineModel, replied, sample, toySession } from './reportFixture';
import { assets, writtenReport } from './writtenReport';

const written = (session: RunSession, options = {}): ReturnType<typeof writtenReport> =>
  writtenReport(buildReport(session, { resamples: 100 }), session, options);

describe('htmlReport', () => {
  it('has a plain table of value, interval, n and unscored for readers without scripts', async () => {
    const { markup } = await written(mixedRun());
    const [, plain = ''] = /<noscript>(.*)<\/noscript>/s.exec(markup) ?? [];
    expect(plain).toContain('<td>0.00 (0/1)</td><td>0.00 to 0.79</td><td>1</td><td>1</td>');
  });

  it('is marked simulated in title, heading and benchmark', async () => {
    const session = toySession({ samples: [sample('a')], records: [], manifest: { judges: [offlineModel] } });
    const { markup, data } = await written(session);
    expect(markup).toContain('<title>toy.md (simulated judge)</title>');
    expect(markup).toContain('</bdi> <span class="tag">simulated judge</span></h1>');
    expect(data.benchmarks.map(({ simulated }) => simulated)).toEqual(['simulated judge']);
    expect(markup).toContain('offline (simulated)');
  });

  it('says how many cases it leaves out, and leaves out the least bad', async () => {
    const samples = ['a', 'b', 'c'].map((id) => sample(id));
    const records = samples.flatMap(({ id }, index) => [
      replied(id, `Reply ${id}`),
      judged(id, 'Helps', 1 - index / 2),
    ]);
    const { html, data } = await written(toySession({ samples, records: [...records, ended()] }), { mostCases: 2 });
    expect(data.benchmarks[0]?.cases.map(({ summary }) => summary.sampleId)).toEqual(['c', 'b']);
    expect(data.benchmarks[0]?.left).toBe(1);
    expect(html).not.toContain('Reply a');
    // The scores are of all cases.
    expect(data.report.benchmarks[0]?.cases).toHaveLength(3);
  });

  it('keeps the members of a pair together, and says a system message once where all cases have it', async () => {
    const { data } = await written(mixedRun());
    const [benchmark] = data.benchmarks;
    const pair = benchmark?.cases.find(({ sibling }) => sibling !== undefined);
    expect([pair?.summary.sampleId, pair?.sibling?.summary.sampleId]).toEqual(['a', 'b']);
    expect(benchmark?.system).not.toBe('');
    expect(benchmark?.cases.map(({ system }) => system)).toEqual(benchmark?.cases.map(() => ''));
  });

  it('lets nothing run but its own script, nothing style but its own style, and nothing load', async () => {
    const { html } = await written(hostileRun());
    const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(html).toContain(
      `content="default-src 'none'; script-src ${hash(assets.script)}; style-src ${hash(assets.style)}; img-src data:; base-uri 'none'; form-action 'none'"`,
    );
    expect(html).toContain(`<style>${assets.style}</style>`);
    expect(html).toContain(`<script>${assets.script}</script>`);
  });

  it('holds hostile texts as data that cannot end its element, and as text', async () => {
    const { html, markup, data } = await written(hostileRun());
    expect(html.match(/<script|<\/script/gi)).toHaveLength(4);
    expect(html).not.toMatch(/<!--|<img|<iframe|<a[ >]|<link|<object|<embed|<form|<base/i);
    expect(JSON.stringify(data)).toContain(JSON.stringify(hostileText.split('\n')[0]).slice(1, -1));
    // Every tag in it is one that the report writes.
    const tags = new Set([...markup.matchAll(/<([a-zA-Z][^\s/>]*)/g)].map(([, name]) => name ?? ''));
    const head = ['html', 'head', 'meta', 'title', 'style', 'body', 'footer', 'header', 'main', 'script', 'noscript'];
    const text = ['h1', 'h2', 'p', 'bdi', 'span', 'div', 'ul', 'li', 'dl', 'dt', 'dd', 'details', 'summary'];
    const table = ['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'];
    expect([...tags].filter((name) => ![...head, ...text, ...table].includes(name))).toEqual([]);
  });
});
