import type { BenchmarkPicture, BenchmarkReport } from '../reportModel';
import { levelsFigure } from './levelsFigure';
import { metricBarsFigure } from './metricBarsFigure';
import { preferencesFigure } from './preferencesFigure';
import { turnMapFigure } from './turnMapFigure';

/** A benchmark's own picture as a figure. `named` says whose verdicts it shows. */
export function pictureFigure(picture: BenchmarkPicture, report: BenchmarkReport, named: boolean): string {
  switch (picture.kind) {
    case 'levelsByGroup':
      return levelsFigure(picture, named);
    case 'turnMap':
      return turnMapFigure(picture, named);
    case 'preferences':
      return preferencesFigure(picture, named);
    case 'metricBars':
      return metricBarsFigure(picture, report, named);
  }
}
