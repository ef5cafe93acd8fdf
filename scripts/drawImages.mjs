// @ts-check
// Draws starter-sets/images/*.png from starter-sets/drawings/*.svg with the system's Chromium. In a drawing, text of
// class "hand" is written in the stroke letters below and shapes of class "pen" get a wobble, so that both look drawn
// by a person on every machine, whatever fonts it has. `^{2}` raises and `_{k}` lowers what stands in the braces.
// `node scripts/drawImages.mjs [name ...]` draws all or the named ones; the same drawing always gives the same lines.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { root } from './ensurePackages.mjs';
import { chromiumPath } from './testTools/chromiumPath.mjs';

/**
 * Width, then strokes as points "x,y" (baseline 0, small letters 10, capitals 15). A repeated point is a corner.
 *
 * @type {Readonly<Record<string, readonly [number, string]>>}
 */
const LETTERS = {
  ' ': [6.5, ''],
  a: [10, '8,8.5 5.5,10 2.5,9 1,5.5 1.5,1.8 4,0 6.5,1.5 8,5 8.3,9.8 8,4 8.3,1 9.8,.3'],
  b: [10, '1.2,16 1.2,8 1.2,.5|1.3,5 3,9 6,9.8 8.3,7.5 8.2,3 6,.2 3,.3 1.3,2'],
  c: [8.5, '7.6,8.2 5.5,10 2.5,9 1,5.5 1.6,1.8 4.2,0 7.8,1.6'],
  d: [10.4, '8,8.3 5.5,10 2.4,9 1,5.2 1.8,1.2 4.5,0 7,2 8.2,6|8.4,16 8.2,8 8.4,1.5 9.6,.2'],
  e: [9, '1.3,5.2 4.5,5.5 7.6,6.3 7.2,9 4.8,10 2,8.5 1,5 1.8,1.5 4.5,0 7.8,1.5'],
  f: [7.2, '6.8,14.5 5.2,16 3.4,15 2.8,11 2.8,0|.5,9.5 5.8,9.8'],
  g: [10, '8,8.3 5.5,10 2.4,9 1,5.5 2,2 4.5,1 7,3 8.2,8 8.3,9.8 8.2,2 7.6,-3.5 5,-6 1.5,-4.5'],
  h: [10, '1.2,16 1.3,8 1.2,0|1.3,5.5 3.5,9.2 6.3,9.8 7.8,7.5 7.9,3 8.2,0'],
  i: [4.2, '2,10 2,4 2.2,0|2,13.3 2.4,13.9'],
  j: [5, '3.2,10 3.2,2 2.8,-4 .8,-5.8 -1.2,-4.5|3.3,13.3 3.6,13.9'],
  k: [9, '1.2,16 1.2,0|7,9.8 1.5,4.2|3,5.5 7.6,0'],
  l: [4.8, '1.8,16 1.8,6 2.1,1 3.6,.2'],
  m: [14, '1.2,10 1.3,4 1.2,0|1.3,6 3.2,9.4 5.3,9.5 6.3,7 6.4,0|6.5,6 8.6,9.4 10.8,9.5 11.8,7 11.8,2 12.3,0'],
  n: [10, '1.2,10 1.3,4 1.2,0|1.3,5.8 3.6,9.3 6.2,9.8 7.7,7.5 7.8,3 8.2,0'],
  o: [9.5, '4.8,10 2,8.8 1,5 2.2,1 4.8,0 7.5,1.5 8.3,5.5 7,9 4.6,10'],
  p: [10, '1.3,10 1.3,2 1.2,-6|1.3,7 3.3,9.6 6.2,9.6 8.2,7 7.8,2.5 5.5,.2 3,.5 1.4,2.2'],
  q: [10, '8,8.3 5.5,10 2.4,9 1,5.2 1.8,1.2 4.5,0 7,2 8.2,6 8.3,9.8 8.2,0 8.3,-6'],
  r: [7, '1.2,10 1.4,5 1.3,0|1.4,5.5 2.8,8.6 4.8,9.9 6.6,9.2'],
  s: [8, '6.8,8.6 4.5,10 2,9 1.8,6.8 4,5.4 6.4,4 6.8,1.6 4.4,0 1.2,1.2'],
  t: [7.4, '3.2,14.5 3,6 3.3,1.5 5,0 6.8,1|.5,10 6.2,10.2'],
  u: [10, '1.3,10 1.3,4 2.2,.8 4.8,0 7.2,2.2 8,6|8.1,10 8.1,3 9.4,.2'],
  v: [9, '.8,10 4.4,.3 4.4,.3 8,10'],
  w: [13, '.8,10 3.4,.4 3.4,.4 6.2,8.5 6.2,8.5 9,.4 9,.4 12,10'],
  x: [9, '1,9.8 4,5 7.8,.2|7.8,10 4.2,5 .8,0'],
  y: [9, '1,10 4.6,1.5|8.2,10 5,1 2.8,-4.5 .8,-5.8'],
  z: [9, '1.2,9.6 7.6,9.8 7.6,9.8 1,.3 1,.3 8,.4'],
  A: [12, '.8,0 5.6,15 5.6,15 10.6,0|2.6,5.2 9,5.4'],
  B: [11, '1.4,15 1.4,0|1.4,14.8 6.5,15 8.6,12 6.8,8.6 2,8 2,8 6.8,7.8 9.4,4.5 7,.4 1.4,0'],
  C: [11.5, '9.8,12.6 7,15 3.2,13.2 1,8 2.2,2.4 6,0 10,2.2'],
  D: [12, '1.5,15 1.5,0|1.5,14.8 6.8,14 10.2,9.5 9.6,4 6,.4 1.3,0'],
  E: [10, '8.6,14.8 1.5,15 1.5,15 1.4,0 1.4,0 9,.2|1.5,7.8 7.2,8'],
  F: [9.5, '8.8,14.8 1.5,15 1.5,15 1.4,0|1.5,7.8 7,8'],
  G: [12.5, '10,12.4 7,15 3.2,13.2 1,8 2.2,2.4 6,0 10,1.8 10.2,6.5|6.4,6.6 11.6,6.8'],
  H: [12, '1.5,15 1.4,0|10,15 10,0|1.5,7.6 10,7.9'],
  I: [7, '3.5,15 3.4,0|1,14.9 6,15|.9,.1 6,0'],
  J: [8.5, '6.2,15 6.3,4 4.8,.6 2.4,.4 .8,3'],
  K: [11, '1.5,15 1.4,0|9.2,15 1.8,6.6|3.8,8.6 9.6,0'],
  L: [9.5, '1.6,15 1.5,.2 1.5,.2 8.8,.3'],
  M: [14.5, '1.2,0 2,15 2,15 7,4 7,4 12,15 12,15 12.8,0'],
  N: [12.5, '1.4,0 1.5,15 1.5,15 10.2,.2 10.2,.2 10.4,15'],
  O: [13, '6.4,15 2.6,13 1,7.5 2.4,2 6.2,0 10,2.2 11.4,8 9.8,13 6.2,15'],
  P: [10.5, '1.5,15 1.4,0|1.5,14.8 6.6,15 9,11.6 7,7.8 1.5,7'],
  Q: [13, '6.4,15 2.6,13 1,7.5 2.4,2 6.2,0 10,2.2 11.4,8 9.8,13 6.2,15|7.6,4 11.6,-1.4'],
  R: [11, '1.5,15 1.4,0|1.5,14.8 6.6,15 9,11.6 7,7.8 1.5,7|4.4,7.4 9.4,0'],
  S: [10.5, '8.8,12.8 6,15 2.6,13.8 2.2,10.4 5.4,8 8.6,5.4 8.2,1.6 4.8,0 1,2'],
  T: [11, '.8,14.8 10,15|5.4,15 5.4,0'],
  U: [12, '1.4,15 1.4,5 3,1 6,0 9,1.4 10.2,5.4 10.4,15'],
  V: [11.5, '.8,15 5.6,.2 5.6,.2 10.4,15'],
  W: [16.5, '.8,15 4.2,.3 4.2,.3 8,11 8,11 11.8,.3 11.8,.3 15.4,15'],
  X: [11, '1,15 9.6,0|9.6,15 .8,0'],
  Y: [10.5, '.8,15 5,7.6|9.6,15 5,7.6 4.9,0'],
  Z: [11, '1.2,14.8 9.4,15 9.4,15 1,.2 1,.2 9.8,.3'],
  0: [10, '4.8,14.6 2,12.5 1,7.4 2.2,1.8 5,0 7.8,2.2 8.6,7.8 7.2,12.8 4.6,14.6'],
  1: [7, '1.4,11.4 4,14.6 4,14.6 3.9,0'],
  2: [10, '1.2,11.6 2.8,14.2 6,14.4 7.8,11.6 6.2,7.4 1,.3 1,.3 8.6,.5'],
  3: [9.6, '1.4,13 4.4,14.7 7.4,13 6.8,9.4 3.6,8 3.6,8 7.6,6.4 8,2.6 4.8,0 1,1.6'],
  4: [10, '6,14.6 .8,5 .8,5 9,5.2|6.6,9.4 6.4,0'],
  5: [9.6, '7.8,14.4 2.2,14.4 2.2,14.4 1.8,8.4 1.8,8.4 5,9.2 8,6.8 7.6,2 4.4,0 1,1.4'],
  6: [9.6, '7.2,14.4 3.6,11 1.4,5.6 2.2,1.2 5,0 7.8,2 7.6,6 5,7.8 1.8,5'],
  7: [9.4, '1,14.2 8.2,14.4 8.2,14.4 4.4,6 3.2,0'],
  8: [9.8, '7.4,12.4 4.8,14.7 2.2,12.6 3,9.4 6.8,6.2 7.8,2.6 4.8,0 1.8,2.2 2.6,6 6.6,9.4 7.4,12.4'],
  9: [9.8, '7.8,11.4 5.2,14.6 2,12.8 1.8,9 4.6,7.4 7.4,9.4 7.9,12 7.4,5 6.4,0'],
  '.': [4.5, '1.8,.1 2.1,.6'],
  ',': [4.5, '2.2,.8 2,-.8 .9,-2.8'],
  ':': [5, '2.2,1 2.4,1.5|2.2,7.4 2.5,7.9'],
  ';': [5, '2.4,.8 2.2,-.8 1,-2.8|2.4,7.4 2.7,7.9'],
  '?': [9, '1.2,11.8 2.8,14.6 6,14.6 7.6,11.8 6,8.6 4.2,6.4 4,4|4,.2 4.3,.7'],
  '!': [4.5, '2.2,15 2.1,4.6|2.1,.2 2.4,.7'],
  "'": [3.5, '2,16 1.6,12.6'],
  '"': [6, '1.8,16 1.5,12.8|4.4,16 4,12.8'],
  '(': [6, '4.8,17 2,12.5 1.2,6.5 2.2,.5 4.8,-3.4'],
  ')': [6, '1,17 3.8,12.5 4.6,6.5 3.6,.5 1.2,-3.4'],
  '[': [6, '4.8,16.4 1.8,16.5 1.8,16.5 1.7,-2.6 1.7,-2.6 4.8,-2.6'],
  ']': [6, '1,16.4 4,16.5 4,16.5 3.9,-2.6 3.9,-2.6 1,-2.6'],
  '+': [11, '1,6.4 9.6,6.6|5.3,10.8 5.2,2'],
  '-': [10, '1,6.2 8.6,6.5'],
  '−': [11, '1,6.3 9.6,6.6'],
  '=': [11.5, '1.2,8.4 10,8.7|1,4.2 9.9,4.5'],
  '≈': [11.5, '1,8 3.4,9.6 6.6,8 9.8,9.4|1,4 3.4,5.4 6.6,3.8 9.8,5.2'],
  '/': [8, '.8,-2 6.8,16'],
  '*': [8, '1.4,10.4 6.4,4.6|6.4,10.4 1.4,4.6|.8,7.5 7,7.5'],
  '·': [6, '2.6,6.2 2.9,6.7'],
  '×': [10, '1.6,10 8,3|8,10.2 1.4,2.8'],
  '<': [10, '8.6,11 1.2,6.4 1.2,6.4 8.8,1.8'],
  '>': [10, '1.2,11 8.8,6.4 8.8,6.4 1.2,1.8'],
  '→': [16, '.8,6.4 14.4,6.6|10.6,10 14.6,6.6 14.6,6.6 10.8,3'],
  '↑': [8, '4,0 4.2,15|.8,11 4.2,15.2 4.2,15.2 7.4,11.2'],
  '↓': [8, '4,15 4.2,0|.8,4 4.2,-.2 4.2,-.2 7.4,4.2'],
  '%': [13, '11,14.8 2,.2|3.4,14.6 1.2,12 3.2,9.4 5.4,11.8 3.4,14.6|9.8,5.6 7.6,3 9.6,.2 11.8,2.8 9.8,5.6'],
  '°': [6, '2.8,15.6 1,13.8 2.6,11.6 4.6,13.4 2.8,15.6'],
  '√': [9, '.4,7 2,8.2 2,8.2 4.4,.4 4.4,.4 8.4,17.6'],
  π: [11.5, '.8,8.4 3,10 10.6,10|3.6,9.8 3.2,4 1.8,0|7.6,9.9 7.4,3 8.2,.4 10,.6'],
  θ: [9.4, '4.8,15 2,12.6 1,7.4 2.2,1.8 4.8,0 7.4,2.2 8.2,7.8 7,12.8 4.6,15|1.4,7.4 8,7.6'],
  μ: [10.6, '1.6,10 1.6,3 1.2,-6|1.6,3 2.8,.4 5.4,.2 7.6,3|8,10 8,2.6 9.8,.2'],
  Ω: [13.5, '.8,.2 4.6,.3 4.6,.3 2,4 1.4,9 4,13.6 7.4,14.6 10.8,12.6 11.8,8 10.4,3.4 8.4,.3 8.4,.3 12.6,.4'],
};

/**
 * Runs in the page: replaces what is marked "hand" or "pen" by uneven strokes.
 *
 * @param {{ letters: typeof LETTERS, seed: number }} input
 */
function drawByHand({ letters, seed }) {
  let state = seed;
  // Mulberry32: small, and good enough for a tremor.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), bits | 61)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const sway = (/** @type {number} */ size) => (random() + random() - 1) * size;
  /** @typedef {readonly [number, number]} Point */

  /** A Catmull-Rom curve through the points, as cubic Béziers. @param {readonly Point[]} points */
  const curve = (points) => {
    const at = (/** @type {number} */ i) => points[Math.max(0, Math.min(points.length - 1, i))] ?? [0, 0];
    const two = (/** @type {number} */ x, /** @type {number} */ y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    return points.reduce((path, [x, y], i) => {
      if (i === 0) return `M${two(x, y)}`;
      const [a, b, d] = [at(i - 2), at(i - 1), at(i + 1)];
      const first = two(b[0] + (x - a[0]) / 6, b[1] + (y - a[1]) / 6);
      return `${path}C${first} ${two(x - (d[0] - b[0]) / 6, y - (d[1] - b[1]) / 6)} ${two(x, y)}`;
    }, '');
  };

  /** @param {Element} from @param {string} d @param {number} width */
  const stroke = (from, d, width) => {
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    line.setAttribute('d', d);
    line.setAttribute('fill', 'none');
    line.setAttribute('stroke', from.getAttribute('stroke') ?? from.getAttribute('fill') ?? '#26357f');
    line.setAttribute('stroke-width', width.toFixed(2));
    line.setAttribute('stroke-linecap', 'round');
    line.setAttribute('stroke-linejoin', 'round');
    const dashes = from.getAttribute('stroke-dasharray');
    if (dashes !== null) line.setAttribute('stroke-dasharray', dashes);
    from.before(line);
  };

  for (const text of document.querySelectorAll('text.hand')) {
    const size = Number(text.getAttribute('font-size') ?? 32);
    const words = (text.textContent ?? '').trim();
    const drift = random() * 6;
    let x = Number(text.getAttribute('x'));
    const baseline = Number(text.getAttribute('y'));
    let level = 0;
    for (let i = 0; i < words.length; i += 1) {
      const mark = words.slice(i, i + 2);
      if (mark === '^{' || mark === '_{' || words[i] === '}') {
        level = mark === '^{' ? 1 : mark === '_{' ? -1 : 0;
        if (words[i] !== '}') i += 1;
        continue;
      }
      const glyph = letters[words[i] ?? ''];
      if (glyph === undefined) throw new Error(`No stroke letter for "${words[i]}" in "${words}".`);
      const unit = ((size * 0.7) / 15) * (level === 0 ? 1 : 0.66) * (1 + sway(0.05));
      const lift = level === 1 ? size * 0.38 : level === -1 ? -size * 0.16 : 0;
      const y = baseline - lift + sway(size * 0.028) + Math.sin(x / 90 + drift) * size * 0.025;
      const [lean, tilt] = [0.1 + sway(0.05), sway(0.03)];
      for (const part of glyph[1].split('|').filter((points) => points !== '')) {
        let last = '';
        let shift = /** @type {Point} */ ([0, 0]);
        const points = part.split(' ').map((pair) => {
          // A corner is one place: both of its points move alike.
          if (pair !== last) shift = [sway(0.42), sway(0.42)];
          last = pair;
          const [px = 0, py = 0] = pair.split(',').map(Number);
          const [gx, gy] = [px + shift[0], py + shift[1]];
          return /** @type {Point} */ ([x + (gx + gy * lean) * unit, y - (gy + gx * tilt) * unit]);
        });
        stroke(text, curve(points), size * 0.074 * (level === 0 ? 1 : 0.86) * (1 + sway(0.16)));
      }
      x += (glyph[0] + 0.9 + sway(0.7)) * unit;
    }
    text.remove();
  }

  for (const shape of document.querySelectorAll('.pen')) {
    const outline = /** @type {SVGGeometryElement} */ (shape);
    const length = outline.getTotalLength();
    const steps = Math.max(3, Math.round(length / Number(shape.getAttribute('data-step') ?? 34)));
    const width = Number(shape.getAttribute('stroke-width') ?? 2.4);
    const wobble = Number(shape.getAttribute('data-wobble') ?? 1.1);
    const points = Array.from({ length: steps + 1 }, (_, i) => {
      const { x, y } = outline.getPointAtLength((length * i) / steps);
      return /** @type {Point} */ ([x + sway(wobble), y + sway(wobble)]);
    });
    stroke(shape, curve(points), width);
    shape.remove();
  }
}

/**
 * Runs in the page: a screenshot as one palette index per pixel. A drawing has few colours and their blends, so the
 * commonest 96 are enough, and the file is about a third of the size.
 *
 * @param {string} png base64
 * @returns {Promise<{ width: number, height: number, palette: number[], indexes: number[] }>}
 */
async function reduceColors(png) {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const { width, height } = picture;
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  if (context === null) throw new Error('The browser gives no canvas.');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const byte = (/** @type {number} */ i) => data[i] ?? 0;
  const colors = Array.from(
    { length: width * height },
    (_, i) => (byte(4 * i) << 16) | (byte(4 * i + 1) << 8) | byte(4 * i + 2),
  );
  const counts = new Map();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const split = (/** @type {number} */ color) => [color >> 16, (color >> 8) & 255, color & 255];
  const distance = (/** @type {number} */ a, /** @type {number} */ b) => {
    const other = split(b);
    return split(a).reduce((sum, value, i) => sum + (value - (other[i] ?? 0)) ** 2, 0);
  };
  const chosen = /** @type {number[]} */ ([]);
  for (const [color] of [...counts].sort((a, b) => b[1] - a[1])) {
    if (chosen.length < 96 && chosen.every((other) => distance(color, other) > 60)) chosen.push(color);
  }
  const nearest = new Map();
  for (const color of counts.keys()) {
    const gaps = chosen.map((other) => distance(color, other));
    nearest.set(color, gaps.indexOf(Math.min(...gaps)));
  }
  return { width, height, palette: chosen.flatMap(split), indexes: colors.map((color) => nearest.get(color)) };
}

/** A PNG with 8-bit palette. @param {Awaited<ReturnType<typeof reduceColors>>} input */
function encodePng({ width, height, palette, indexes }) {
  const chunk = (/** @type {string} */ kind, /** @type {Buffer} */ data) => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  // Every row starts with its filter: 0, none.
  const rows = Array.from({ length: height }, (_, y) => Buffer.from([0, ...indexes.slice(y * width, (y + 1) * width)]));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {string} name */
const seedOf = (name) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);

const drawings = path.join(root, 'starter-sets', 'drawings');
const images = path.join(root, 'starter-sets', 'images');
const wanted = process.argv.slice(2);
const names = (await readdir(drawings))
  .filter((file) => file.endsWith('.svg'))
  .map((file) => path.basename(file, '.svg'));
const browser = await chromium.launch({ executablePath: chromiumPath(), headless: true, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  for (const name of wanted.length > 0 ? wanted : names) {
    const svg = await readFile(path.join(drawings, `${name}.svg`), 'utf8');
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
    await page.evaluate(drawByHand, { letters: LETTERS, seed: seedOf(name) });
    const picture = await page.locator('svg').screenshot();
    const png = encodePng(await page.evaluate(reduceColors, picture.toString('base64')));
    await writeFile(path.join(images, `${name}.png`), png);
    process.stdout.write(`${name}.png ${(png.length / 1024).toFixed(0)} KB\n`);
  }
} finally {
  await browser.close();
}
