import { gunzipSync } from 'node:zlib';
import type { HtmlReportData } from '../../../src/core/report/htmlReport';

/** A written HTML report without its script and style: what stands in it as markup, and the data that is drawn. */
export function htmlParts(html: string): { readonly markup: string; readonly data: HtmlReportData } {
  const [, packed = ''] = /<script type="application\/octet-stream" id="report-data">(.*?)<\/script>/s.exec(html) ?? [];
  const [systems = '', json = ''] = gunzipSync(Buffer.from(packed, 'base64')).toString().split('\n');
  const texts = JSON.parse(systems) as readonly string[];
  const data = JSON.parse(json, (key, value: unknown) =>
    key === 'system' && typeof value === 'number' ? texts[value] : value,
  ) as HtmlReportData;
  return { markup: html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, ''), data };
}
