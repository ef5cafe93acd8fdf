/** Character offsets in the prompt file, front matter included; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

type PromptSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly range: TextRange };

export interface PromptTemplate {
  /** Text before variables are filled in: no front matter, line ends as `\n`, outer blank lines trimmed. */
  readonly body: string;
  readonly segments: readonly PromptSegment[];
}

interface RenderedPrompt {
  readonly text: string;
  readonly used: ReadonlySet<string>;
  /** Variables without a value in this sample; rendered as nothing. */
  readonly empty: readonly string[];
}

// `\{{` is a literal. A name has letters, digits and underscores, with optional blanks inside the braces.
const pattern = /\\\{\{|\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\}\}/g;

export function parseTemplate(body: string, offset = 0): PromptTemplate {
  const segments: PromptSegment[] = [];
  let position = 0;
  let text = '';
  for (const match of body.matchAll(pattern)) {
    text += body.slice(position, match.index);
    position = match.index + match[0].length;
    const name = match[1];
    if (name === undefined) {
      text += '{{';
      continue;
    }
    if (text !== '') segments.push({ kind: 'text', text });
    text = '';
    segments.push({ kind: 'variable', name, range: { start: offset + match.index, end: offset + position } });
  }
  text += body.slice(position);
  if (text !== '') segments.push({ kind: 'text', text });
  return { body, segments };
}

/** Fills in variables in one pass, so that text from a sample is never scanned for variables. */
export function renderTemplate(
  template: PromptTemplate,
  values: Readonly<Record<string, string | undefined>>,
): RenderedPrompt {
  const valueOf = (name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? '') : '');
  const { segments } = template;
  const used = new Set(segments.flatMap((segment) => (segment.kind === 'text' ? [] : [segment.name])));
  return {
    text: segments.map((segment) => (segment.kind === 'text' ? segment.text : valueOf(segment.name))).join(''),
    used,
    empty: [...used].filter((name) => valueOf(name) === ''),
  };
}

/** An `error` blocks a run. */
export interface PromptProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly range: TextRange;
  /** What mends it: the text to put in place of `range`. */
  readonly fix?: { readonly range: TextRange; readonly text: string };
}

/**
 * How the prompt file meets the benchmark's own instructions.
 * `own`: the file is the system message. `own+instructions`: the file, a blank line, the benchmark's instructions.
 * `benchmark`: a built-in baseline only; the file is not sent.
 */
export type Placement = 'own' | 'own+instructions' | 'benchmark';

export interface TutorPrompt {
  readonly template: PromptTemplate;
  readonly placement: Placement;
}
