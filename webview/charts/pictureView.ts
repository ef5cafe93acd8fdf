import type { TemplateResult } from 'lit-html';
import type { BenchmarkPicture } from '../../src/core/results/reportModel';
import { levelsPicture } from './levelsPicture';
import { metricBarsPicture } from './metricBarsPicture';
import type { PicturePlace } from './pictureCaption';
import { preferencesPicture } from './preferencesPicture';
import { turnMapPicture } from './turnMapPicture';

/** A benchmark's own picture. */
export function pictureView(picture: BenchmarkPicture, place: PicturePlace): TemplateResult {
  switch (picture.kind) {
    case 'levelsByGroup':
      return levelsPicture(picture, place.named);
    case 'turnMap':
      return turnMapPicture(picture, place);
    case 'preferences':
      return preferencesPicture(picture, place.named);
    case 'metricBars':
      return metricBarsPicture(picture, place);
  }
}
