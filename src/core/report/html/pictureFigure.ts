import type { BenchmarkPicture, BenchmarkReport } from '../reportModel';
import { levelsFigure } from './levelsFigure';

/** A benchmark's own picture as a figure. `named` says whose verdicts it shows. */
export function pictureFigure(picture: BenchmarkPicture, _report: BenchmarkReport, named: boolean): string {
  switch (picture.kind) {
    case 'levelsByGroup':
      return levelsFigure(picture, named);
    case 'turnMap':
    case 'preferences':
    case 'metricBars':
      return '';
  }
}
