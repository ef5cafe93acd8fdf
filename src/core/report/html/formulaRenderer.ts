import { mathSegments, type MathSegment } from '../mathSegments';
import { checkedMathMl, widestSpace } from './checkedMathMl';
import { escapeHtml } from './escapeHtml';

type Formula = Extract<MathSegment, { kind: 'math' }>;
type RenderTex = (source: string, display: boolean) => string;

/** Formulas drawn in one text; the rest is shown as written, so that a text of thousands does not hold up the report. */
const mostFormulas = 200;

/** Turns untrusted text into markup: everything escaped, formulas drawn as MathML. Repeated formulas are drawn once. */
export class FormulaRenderer {
  readonly #renderTex: RenderTex;
  readonly #drawn = new Map<string, string>();

  constructor(renderTex: RenderTex) {
    this.#renderTex = renderTex;
  }

  /** The text as markup for an element that keeps white space. */
  text(text: string): string {
    let formulas = 0;
    return mathSegments(text)
      .map((segment) => {
        if (segment.kind === 'text') return escapeHtml(segment.text);
        formulas += 1;
        return formulas > mostFormulas ? escapeHtml(segment.written) : this.#formula(segment);
      })
      .join('');
  }

  #formula(formula: Formula): string {
    const known = this.#drawn.get(formula.written);
    if (known !== undefined) return known;
    const math = this.#draw(formula) ?? `<code>${escapeHtml(formula.written)}</code>`;
    this.#drawn.set(formula.written, math);
    return math;
  }

  #draw({ source, display }: Formula): string | undefined {
    try {
      return checkedMathMl(this.#renderTex(source, display));
    } catch {
      // A RangeError from deep nesting: the source is the most that can be shown.
      return undefined;
    }
  }
}

/** Loads KaTeX, which only exports need. */
export async function loadFormulaRenderer(): Promise<FormulaRenderer> {
  const { default: katex } = await import('katex');
  return new FormulaRenderer((source, displayMode) =>
    katex.renderToString(source, {
      displayMode,
      output: 'mathml',
      throwOnError: false,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: widestSpace,
    }),
  );
}
