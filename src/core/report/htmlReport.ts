import type { RunSession } from '../engine/runSession';
import type { ImageStore } from '../store/imageStore';
import { CaseReader } from './caseDetail';
import { imageSources, withImages } from './caseImages';
import { benchmarkCounts, headerFacts, noScores } from './headerFacts';
import { agreementFigure } from './html/agreementFigure';
import { caseGroups } from './html/caseGroups';
import { caseSection, type CaseContext } from './html/caseSection';
import { escapeHtml } from './html/escapeHtml';
import { failureTagsFigure } from './html/failureTagsFigure';
import { loadFormulaRenderer, type FormulaRenderer } from './html/formulaRenderer';
import { pictureFigure } from './html/pictureFigure';
import { metricTable } from './html/metricTable';
import { outcomeMark } from './html/outcomeMark';
import { reportStyle } from './html/reportStyle';
import { outcomeWords } from './outcomeWords';
import { countWords } from './countWords';
import type { BenchmarkReport, RunReport } from './reportModel';
import { simulatedOn, simulatedTitle, simulatedWords } from './simulatedWords';
import { lacksScores, understoodLines } from './understoodPrompt';

/** Cases written for each benchmark unless told otherwise: more make a file that browsers open slowly. */
const usualCases = 500;

const outcomes = ['desired', 'partial', 'undesired', 'neutral', 'unscored'] as const;

/** Nothing is loaded and nothing runs: even markup that slipped through escaping could do no more than look odd. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

export interface HtmlReportOptions {
  /** Cases written for each benchmark; 500 unless set. */
  readonly mostCases?: number;
  /** Where the samples' images are; without it their descriptions stand alone. */
  readonly images?: ImageStore;
}

/** The report as one HTML file without scripts, to be read in a browser or printed. All texts of models and files are escaped. */
export async function htmlReport(
  report: RunReport,
  session: RunSession,
  { mostCases = usualCases, images }: HtmlReportOptions = {},
): Promise<string> {
  const { run, warnings, benchmarks } = report;
  const formulas = await loadFormulaRenderer();
  const reader = new CaseReader(session, { majority: run.majority !== undefined });
  const sections: string[] = [];
  for (const benchmark of benchmarks) {
    sections.push(await benchmarkSection(benchmark, report, { session, reader, formulas, mostCases, images }));
  }
  const mark = simulatedTag(run.simulatedParts);
  const facts = headerFacts(report).map(
    ({ label, value }) => `<div><dt>${label}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`,
  );
  const notes = warnings.map(({ kind, message }) => {
    const list = kind === 'simulated' ? understoodList(run) : '';
    return `<li class="warning-${kind}">${escapeHtml(message)}${list}</li>`;
  });
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(run.promptName)}${simulatedTitle(run.simulatedParts)}</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<h1><bdi>${escapeHtml(run.promptName)}</bdi>${mark}</h1>
${notes.length === 0 ? '' : `<ul class="warnings" aria-label="Warnings">${notes.join('')}</ul>`}
<dl class="run">${facts.join('')}</dl>
</header>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

function understoodList({ understood }: RunReport['run']): string {
  if (understood === undefined || understood.of === 0) return '';
  const items = understoodLines(understood).map((line) => `<li><bdi>${escapeHtml(line)}</bdi></li>`);
  return `<details class="understood"><summary>Sentences of the prompt</summary><ul>${items.join('')}</ul></details>`;
}

function simulatedTag(parts: RunReport['run']['simulatedParts']): string {
  return parts.length === 0 ? '' : ` <span class="simulated">${simulatedWords(parts)}</span>`;
}

interface CaseSource {
  readonly session: RunSession;
  readonly reader: CaseReader;
  readonly formulas: FormulaRenderer;
  readonly mostCases: number;
  readonly images: ImageStore | undefined;
}

async function benchmarkSection(benchmark: BenchmarkReport, { run }: RunReport, source: CaseSource): Promise<string> {
  const { title, question, blocks, pictures } = benchmark;
  const several = run.judges.length > 1;
  const mark = simulatedTag(simulatedOn(run, title));
  return `<section class="benchmark">
<h2>${escapeHtml(title)}${mark}</h2>
<p class="lead">${escapeHtml(question)} <span class="muted">${benchmarkCounts(benchmark)}.</span></p>
${blocks.length === 0 ? `<p>${noScores(run)}</p>` : blocks.map((block) => metricTable(block, several)).join('\n')}
${agreementFigure(benchmark)}
${failureTagsFigure(benchmark)}
${pictures.map((picture) => pictureFigure(picture, benchmark, several)).join('\n')}
${await casesPart(benchmark, several, lacksScores(run), source)}
</section>`;
}

async function casesPart(
  { id: benchmark, cases }: BenchmarkReport,
  severalJudges: boolean,
  unscored: boolean,
  source: CaseSource,
): Promise<string> {
  const { session, reader, formulas, mostCases, images } = source;
  const ids = new Set(cases.map(({ id }) => id));
  const items = new Map(session.items.filter(({ key }) => ids.has(key)).map((item) => [item.key, item]));
  const systems = [...new Set([...items.values()].map((item) => session.planOf(item).system))];
  const groups = caseGroups(cases);
  const shown: (typeof groups)[number][] = [];
  let count = 0;
  for (const group of groups) {
    if (count > 0 && count + group.length > mostCases) break;
    shown.push(group);
    count += group.length;
  }
  const details = new Map(
    shown.flat().flatMap(({ id }) => {
      const item = items.get(id);
      return item === undefined ? [] : [[id, reader.lone(item)] as const];
    }),
  );
  const named = session.manifest.benchmarks.find((entry) => entry.id === benchmark)?.images ?? {};
  const sources =
    images === undefined ? new Map<string, string>() : await imageSources(details.values(), named, images);
  const context: CaseContext = {
    formulas,
    severalJudges,
    ownSystem: systems.length > 1,
    detailOf: ({ id }) => {
      const detail = details.get(id);
      return detail === undefined ? undefined : withImages(detail, sources);
    },
  };
  const [system] = systems;
  const left = cases.length - count;
  const legend = outcomes
    .map((outcome) => `<li><span class="chip ${outcome}">${outcomeMark(outcome)}</span>${outcomeWords[outcome]}</li>`)
    .join('');
  return `<h3>${unscored ? 'Cases' : 'Cases, worst first'} <span class="muted">${countWords(cases.length, 'case', 'cases')}</span></h3>
${unscored ? '' : `<ul class="legend">${legend}</ul>`}
${systems.length === 1 && system !== undefined && system !== '' ? `<details class="folded"><summary>System message of every case</summary><pre dir="auto">${escapeHtml(system)}</pre></details>` : ''}
${shown.map((group) => caseSection(group, context)).join('\n')}
${left > 0 ? `<p class="muted">${countWords(left, 'more case is', 'more cases are')} left out here${unscored ? '' : ', the least bad ones'}. The CSV and JSON forms hold all.</p>` : ''}`;
}
