import type { RunSession } from '../../../src/core/run/runSession';
import { htmlReport, type HtmlReportData, type HtmlReportOptions } from '../../../src/core/report/htmlReport';
import type { RunReport } from '../../../src/core/results/reportModel';
import { htmlParts } from '../../contract/cli/htmlParts';

/** Stand-ins for the built files. */
export const assets = { script: 'draw();', style: 'p{margin:0}' };

/** An HTML report in its two parts: what everybody gets as markup, and the data that its script draws. */
export async function writtenReport(
  report: RunReport,
  session: RunSession,
  options: HtmlReportOptions = {},
): Promise<{ readonly html: string; readonly markup: string; readonly data: HtmlReportData }> {
  const html = await htmlReport(report, session, assets, options);
  return { html, ...htmlParts(html) };
}
