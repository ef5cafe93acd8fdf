import { html, svg, type TemplateResult } from 'lit-html';

const paths = {
  warning: svg`<path d="M8 1.8 15 14H1Z"></path><path d="M8 6v4M8 11.6v.8"></path>`,
  info: svg`<circle cx="8" cy="8" r="6.5"></circle><path d="M8 7v4.5M8 4.4v.9"></path>`,
  error: svg`<circle cx="8" cy="8" r="6.5"></circle><path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8"></path>`,
  beaker: svg`<path d="M6 1.5v4.3L2.3 13a1 1 0 0 0 .9 1.5h9.6a1 1 0 0 0 .9-1.5L10 5.8V1.5M4.8 1.5h6.4M4.3 10h7.4"></path>`,
  more: svg`<path d="M3 8h.01M8 8h.01M13 8h.01" stroke-width="2.4" stroke-linecap="round"></path>`,
  down: svg`<path d="m4 6 4 4 4-4"></path>`,
  right: svg`<path d="m6 4 4 4-4 4"></path>`,
  back: svg`<path d="M7 3 2.5 8 7 13M2.5 8h11"></path>`,
  previous: svg`<path d="m3.5 10 4.5-4.5 4.5 4.5"></path>`,
  next: svg`<path d="m3.5 6 4.5 4.5L12.5 6"></path>`,
  copy: svg`<path d="M5.5 4.5h8v10h-8zM3.5 11.5h-1v-10h8v1"></path>`,
  close: svg`<path d="m3.5 3.5 9 9m0-9-9 9"></path>`,
  swap: svg`<path d="M2 5.5h11M10 2.5l3 3-3 3M14 10.5H3M6 7.5l-3 3 3 3"></path>`,
  pinned: svg`<path fill="currentcolor" d="m8 1.8 1.9 4 4.4.6-3.2 3 .8 4.4L8 11.7l-3.9 2.1.8-4.4-3.2-3 4.4-.6Z"></path>`,
  check: svg`<path d="m3 8.5 3.2 3.2L13 4.8"></path>`,
} as const;

export type IconName = keyof typeof paths;

/** 16 by 16 px in the text's colour. Hidden from screen readers, so words must be beside it. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    ${paths[name]}
  </svg>`;
}
