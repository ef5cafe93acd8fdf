import type { HtmlReportData } from '../../../src/core/report/htmlReport';

/** A written HTML report without its script and style: what stands in it as markup, and the data that is drawn. */
export function htmlParts(html: string): { readonly markup: string; readonly data: HtmlReportData } {
  const [, json = ''] = /<script type="application\/json" id="report-data">(.*?)<\/script>/s.exec(html) ?? [];
  const markup = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '');
  return { markup, data: JSON.parse(json) as HtmlReportData };
}
