import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { countWords, t } from '../../src/core/text/countWords';
import { icon } from '../charts/icons';
import { visibleLine } from '../text/visibleText';
import { plainButton } from './elements';

// Roles are explicit: browsers drop the implicit ones where a narrow page lays rows out as blocks.

/** A column after the first one, which names the rows. */
export interface Column<Row> {
  readonly className?: string;
  readonly title: unknown;
  readonly tip?: string | undefined;
  readonly cell: (row: Row) => TemplateResult;
}

export function cell(className: string, content?: unknown, tip?: string): TemplateResult {
  return html`<td role="cell" class=${className} data-tip=${tip ?? nothing}>${content}</td>`;
}

export function tableHead(
  first: string,
  columns: readonly Pick<Column<never>, 'className' | 'title' | 'tip'>[],
  className = 'columns',
): TemplateResult {
  return html`<thead role="rowgroup">
    <tr role="row" class=${className}>
      <th role="columnheader" scope="col">${first}</th>
      ${columns.map(
        ({ className: name, title, tip }) =>
          html`<th role="columnheader" scope="col" class=${name ?? nothing} data-tip=${tip ?? nothing}>${title}</th>`,
      )}
    </tr>
  </thead>`;
}

export interface MetricGroup<Row> {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
  readonly isFolded: boolean;
  /** Shown even if it is the only group. */
  readonly hasHead?: boolean;
}

interface GroupedTable<Row> {
  readonly className: string;
  readonly heading: string;
  readonly columns: readonly Column<Row>[];
  readonly groups: readonly MetricGroup<Row>[];
  readonly toggle: (id: string) => void;
  readonly rowClass: (row: Row) => string;
  readonly name: (row: Row) => TemplateResult;
}

/** One row for each metric, in foldable groups. A single group has a heading only if it says so. */
export function metricsTable<Row extends { readonly key: string }>(table: GroupedTable<Row>): TemplateResult {
  const { className, heading, columns, groups, toggle, rowClass, name } = table;
  const foldWords = ({ title, rows, isFolded }: MetricGroup<Row>): TemplateResult => {
    const count = html`<span class="muted">${countWords(rows.length, 'metric', 'metrics')}</span>`;
    return html`${icon(isFolded ? 'right' : 'down')}<span dir="auto">${visibleLine(title)}</span>
      ${isFolded ? count : nothing}`;
  };
  const groupHead = (group: MetricGroup<Row>): TemplateResult =>
    html`<tr role="row" class="group">
      <th role="columnheader" scope="colgroup" colspan=${columns.length + 1}>
        ${plainButton('fold', foldWords(group), () => toggle(group.id), { expanded: !group.isFolded })}
      </th>
    </tr>`;
  const rowView = (row: Row): TemplateResult =>
    html`<tr role="row" class=${rowClass(row)}>
      <th role="rowheader" scope="row">${name(row)}</th>
      ${columns.map((column) => column.cell(row))}
    </tr>`;
  const isHeaded = ({ hasHead }: MetricGroup<Row>): boolean => groups.length > 1 || hasHead === true;
  return html`<table class=${className} role="table" aria-labelledby=${heading}>
    ${tableHead(t`Metric`, columns)}
    ${repeat(
      groups,
      ({ id }) => id,
      (group) =>
        html`<tbody role="rowgroup">
          ${isHeaded(group) ? groupHead(group) : nothing}
          ${group.isFolded && isHeaded(group) ? nothing : repeat(group.rows, ({ key }) => key, rowView)}
        </tbody>`,
    )}
  </table>`;
}
