import { nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { BenchmarkPicture, BenchmarkReport } from '../../src/core/report/reportModel';
import { levelsPicture } from './levelsPicture';

/** A benchmark's own picture. `named` says whose verdicts it shows. */
export function pictureView(
  picture: BenchmarkPicture,
  _report: BenchmarkReport,
  named: boolean,
): TemplateResult | typeof nothing {
  switch (picture.kind) {
    case 'levelsByGroup':
      return levelsPicture(picture, named);
    case 'turnMap':
    case 'preferences':
    case 'metricBars':
      return nothing;
  }
}
