/** Style of the pictures that a benchmark may have besides levels, and of the images of cases. */
export const pictureStyle = `
figure.picture{margin:1.75rem 0 0}
.turn-map .marks{margin-top:-.3rem}
.turn-mark{font-weight:700;text-decoration:underline}
table.turn-map{border-collapse:collapse;margin:1rem 0 0}
table.turn-map th,table.turn-map td{padding:0 .75rem 0 0;border:0;font-weight:400;font-size:.82rem;line-height:1.1rem;vertical-align:middle;text-align:left}
table.turn-map tbody th{min-width:8rem;max-width:22rem}
table.turn-map tbody th bdi{display:inline-block;max-width:19rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:bottom}
table.turn-map tbody th>.muted{float:right;margin-left:.5rem}
table.turn-map tr.first th,table.turn-map tr.first td{border-top:1px solid var(--line);padding-top:2px}
table.turn-map tfoot th,table.turn-map tfoot td{border-top:1px solid var(--line);padding-top:.3rem;vertical-align:bottom}
.turn-map text{font-size:10px;text-anchor:middle;fill:var(--muted)}.turn-map text.turn-mark{fill:var(--text)}
.cell-clean{fill:var(--soft);stroke:var(--cell-line)}.cell-failed{fill:var(--bad)}.cell-unscored{fill:none;stroke:var(--cell-line);stroke-dasharray:2 2}.cell-bar{stroke:var(--text);stroke-width:2;fill:none}
.rate{fill:var(--bad)}
.bars-group{grid-column:1/-1;font-weight:650;font-size:.9rem;margin:.5rem 0 0}
.preference-win{fill:var(--win)}.preference-tie{fill:var(--tie)}.preference-lose{fill:var(--ground);stroke:var(--bad);stroke-width:1.5}
.levels .on-win{fill:var(--on-win);font-weight:650}.levels .on-tie,.levels .on-lose{fill:var(--text)}
.scale-line{stroke:var(--line)}.axis-line{stroke:var(--muted)}
.levels .axis text{font-size:10px;fill:var(--muted)}.levels .axis .axis-start{text-anchor:start}.levels .axis .axis-end{text-anchor:end}
figure.image{margin:.5rem 0 0}
figure.image img{display:block;max-width:100%;max-height:26rem;background:#fff;border:1px solid var(--line);border-radius:4px}
figure.image figcaption{margin:.25rem 0 0;font-size:.82rem;color:var(--muted)}
.tags{display:flex;flex-wrap:wrap;gap:.25rem;margin:.2rem 0}
.tags li{font-size:.75rem;line-height:1.3;color:var(--muted);border:1px solid var(--line);border-radius:3px;padding:0 .35rem}
.verdicts .tags li+li{margin-top:0}
.verdict-turn{font-size:.85rem;font-weight:650;margin:1rem 0 .4rem}
.reason p.criterion{font-weight:600}
:root{--cell-line:#9aa4af;--win:#1a7f37;--on-win:#fff;--tie:#dfe5ec}
@media (prefers-color-scheme:dark){:root{--cell-line:#66707c;--win:#4cc262;--on-win:#0a1626;--tie:#3a424c}}
@media (max-width:44rem){table.turn-map tbody th{min-width:0}table.turn-map tbody th bdi{max-width:7rem}table.turn-map th,table.turn-map td{padding-right:.3rem}.turn-map{overflow-x:auto}.levels-row.axis span:empty{display:none}}
@media print{table.turn-map{break-inside:auto}}
`;
