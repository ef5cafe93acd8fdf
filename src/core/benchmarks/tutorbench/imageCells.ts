import type { ImageReference } from '../../dialogue/dialogue';
import type { Report } from '../importing/readRecords';

const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/**
 * The image of a row: its address in IMAGE_URL, else what stands in Image if that is an address, a data URL or a file name. A cell
 * with anything else (raw bytes, for instance) is reported, and is no image.
 */
export function imagesInCells(imageUrl: string, image: string, report: Report): readonly ImageReference[] {
  const [column, cell] = imageUrl === '' ? ['Image', image] : ['IMAGE_URL', imageUrl];
  if (cell === '') return [];
  const reference = referenceOf(cell);
  if (reference !== undefined) return [reference];
  report('warning', column, 'It is neither an address nor the name of a picture file; the image was left out.');
  return [];
}

function referenceOf(cell: string): ImageReference | undefined {
  const inline = /^data:(image\/[a-z0-9.+-]+);base64,/i.exec(cell)?.[1];
  if (inline !== undefined) return { url: cell, mediaType: inline.toLowerCase() };
  if (cell.length > 2_000 || /[\s<>"{}]/.test(cell.replaceAll(' ', ''))) return undefined;
  const extension = /\.([a-z]{3,4})(?:[?#]|$)/i.exec(cell)?.[1]?.toLowerCase() ?? '';
  const mediaType = mediaTypes[extension];
  // An address need not show its type; PNG is the usual one, and servers go by the content.
  if (/^https?:\/\//i.test(cell)) return { url: cell, mediaType: mediaType ?? 'image/png' };
  return mediaType === undefined ? undefined : { path: cell, mediaType };
}
