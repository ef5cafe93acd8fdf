import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { lacksReply } from '../benchmark/dialogue';
import type { LabelledComparison } from '../compare/comparisonSentence';
import { groupedBy } from '../benchmark/samples';
import { readPromptFile } from '../prompt/promptFile';
import { promptRules } from '../prompt/promptRules';
import { type FirstFix, fixFirst } from '../results/failureGroups';
import type { RunSession } from '../run/runSession';
import type { ImageStore } from '../store/imageStore';
import { caseDetail } from '../results/caseDetail';
import { illustrated } from './caseImages';
import { benchmarkCounts, headerFacts, noScores } from '../results/headerFacts';
import { escapeHtml, htmlComparison, htmlTable } from './htmlTables';
import { t } from '../text/countWords';
import { benchmarkTables, ruleTables } from './reportTables';
import type { BenchmarkReport, CaseDetail, CaseSummary, ReportWarning, RunReport } from '../results/reportModel';
import { simulatedTitle, simulatedWords, understoodLines } from '../results/understoodPrompt';

/** Contents of the built script and style files that draw the report. */
export interface HtmlReportAssets {
  readonly script: string;
  readonly style: string;
  /** Tag and texts, as the page of the panel has them; English without. */
  readonly language?: { readonly tag: string; readonly texts: Readonly<Record<string, string>> };
}

export interface HtmlReportOptions {
  /** Maximum cases per benchmark; default 500. More make the file slow to open. */
  readonly mostCases?: number;
  /** Source of sample images; without it only descriptions are shown. */
  readonly images?: ImageStore;
  readonly compared?: LabelledComparison | undefined;
}

export interface HtmlReportData {
  /** Without case texts; those are in `benchmarks`. */
  readonly report: RunReport;
  readonly fixFirst: readonly FirstFix[];
  readonly benchmarks: readonly HtmlReportBenchmark[];
}

export interface HtmlReportBenchmark {
  readonly simulated: string;
  /** The system message of every case; empty if cases have their own. */
  readonly system: string;
  /** Worst first. Both members of a contrastive pair are one case. */
  readonly cases: readonly CaseDetail[];
  readonly left: number;
}

/** A self-contained file: a head and plain tables as markup, and data for the panel's components. Escapes all texts. */
export async function htmlReport(
  report: RunReport,
  session: RunSession,
  { script, style, language }: HtmlReportAssets,
  options: HtmlReportOptions = {},
): Promise<string> {
  const { run, benchmarks } = report;
  const written: HtmlReportBenchmark[] = [];
  for (const benchmark of benchmarks) {
    const simulated = simulatedWords(run.simulatedParts);
    written.push({ simulated, ...(await casesOf(benchmark, session, run, options)) });
  }
  // Scores need the verdicts of all cases, but texts of omitted cases would only enlarge the file.
  const rows = benchmarks.map((benchmark) => ({
    ...benchmark,
    cases: benchmark.cases.map((one) => ({ ...one, title: '', quote: '', reply: '' })),
  }));
  const { path, text } = session.manifest.prompt;
  const data: HtmlReportData = {
    report: { ...report, benchmarks: rows },
    fixFirst: fixFirst(report, run.recorded ? undefined : promptRules(readPromptFile(path, text))),
    benchmarks: written,
  };
  const packed = await pack(data);
  const simulatedMark =
    run.simulatedParts.length === 0 ? '' : ` <span class="tag">${simulatedWords(run.simulatedParts)}</span>`;
  const facts = headerFacts(report).map(
    ({ label, value }) => `<div><dt>${label}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`,
  );
  // Only the program's own script and style are allowed, so injected markup can do no harm.
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language?.tag ?? 'en')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(run.promptName)}${simulatedTitle(run.simulatedParts)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1><bdi>${escapeHtml(run.promptName)}</bdi>${simulatedMark}</h1>
${noticeList(report, ({ kind }) => keptAbove.has(kind))}
${options.compared === undefined ? '' : htmlComparison(options.compared)}
</header>
<main id="report">
<noscript>
<p>${t`Without scripts this page shows only the scores. Its script draws pictures and cases and loads nothing.`}</p>
${[...ruleTables(report).map(htmlTable), ...benchmarks.map((benchmark) => plainTables(benchmark, run))].join('\n')}
</noscript>
</main>
<footer>
<h2>${t`About this run`}</h2>
${noticeList(report, ({ kind }) => !keptAbove.has(kind))}
<dl class="report-facts">${facts.join('')}</dl>
</footer>
${language === undefined ? '' : `<script type="application/json" id="texts">${JSON.stringify(language.texts).replaceAll('<', '\\u003c')}</script>\n`}<script type="application/octet-stream" id="report-data">${packed}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** Two lines of JSON, zipped: system messages, then all with their indexes. Base64 cannot close its element. */
async function pack(data: HtmlReportData): Promise<string> {
  const systems = new Map<string, number>();
  const json = JSON.stringify(data, (key, value: unknown) => {
    if (key !== 'system' || typeof value !== 'string') return value;
    systems.set(value, systems.get(value) ?? systems.size);
    return systems.get(value);
  });
  return (await promisify(gzip)(`${JSON.stringify([...systems.keys()])}\n${json}`)).toString('base64');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Without these the first numbers would mislead. */
const keptAbove: ReadonlySet<ReportWarning['kind']> = new Set(['coverage', 'explore', 'status']);

function noticeList({ run, warnings }: RunReport, isWanted: (warning: ReportWarning) => boolean): string {
  const notes = warnings.filter(isWanted).map(({ kind, message }) => {
    const list = kind === 'simulated' ? understoodList(run) : '';
    return `<li class="notice ${kind === 'simulated' ? kind : 'warning'}"><div class="notice-text">${escapeHtml(message)}${list}</div></li>`;
  });
  return notes.length === 0 ? '' : `<ul class="notices" aria-label="${t`Warnings`}">${notes.join('')}</ul>`;
}

function understoodList({ understood }: RunReport['run']): string {
  if (understood === undefined || understood.of === 0) return '';
  const items = understoodLines(understood).map((line) => `<li><bdi>${escapeHtml(line)}</bdi></li>`);
  return `<details class="disclosure understood"><summary>${t`Sentences of the prompt`}</summary><ul>${items.join('')}</ul></details>`;
}

function plainTables(benchmark: BenchmarkReport, run: RunReport['run']): string {
  const tables = benchmarkTables(benchmark, run.judges).map(htmlTable);
  return `<h2>${escapeHtml(benchmark.title)}${simulatedTitle(run.simulatedParts)}</h2>
<p>${escapeHtml(t(benchmark.question))} ${escapeHtml(benchmarkCounts(benchmark))}.</p>
${benchmark.blocks.length === 0 ? `<p>${noScores(run)}</p>` : tables.join('\n')}`;
}

async function casesOf(
  { id, cases }: BenchmarkReport,
  session: RunSession,
  { majority }: RunReport['run'],
  { mostCases = 500, images }: HtmlReportOptions,
): Promise<Omit<HtmlReportBenchmark, 'simulated'>> {
  const pairs = groupedBy(cases, (one) => (one.pairId === undefined ? one.id : `${one.pairId}\n${one.repeat}`));
  // Cases without verdicts come last, failures before the rest.
  const worst = (pair: readonly CaseSummary[]): number =>
    Math.max(...pair.map(({ badness, status }) => badness ?? (lacksReply(status) ? -1 : -2)));
  const details: CaseDetail[] = [];
  let count = 0;
  for (const pair of [...pairs.values()].toSorted((left, right) => worst(right) - worst(left))) {
    if (count > 0 && count + pair.length > mostCases) break;
    count += pair.length;
    details.push(...pair.slice(0, 1).flatMap((one) => caseDetail(session, one.id, majority !== undefined) ?? []));
  }
  const systems = new Set(details.flatMap((one) => [one.system, one.sibling?.system ?? one.system]));
  const [system = ''] = systems.size === 1 ? systems : [];
  const plain = details.map((detail): CaseDetail => {
    return system === ''
      ? detail
      : { ...detail, system: '', sibling: detail.sibling && { ...detail.sibling, system: '' } };
  });
  const named = session.manifest.benchmarks.find((entry) => entry.id === id)?.images ?? {};
  const shown = images === undefined ? plain : await illustrated(plain, named, images);
  return { system, cases: shown, left: cases.length - count };
}
