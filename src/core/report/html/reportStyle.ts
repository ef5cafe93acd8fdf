import { pictureStyle } from './pictureStyle';

/** The whole style of the HTML report: system fonts, light and dark by the reader's choice, narrow screens and paper. */
export const reportStyle = `
:root{color-scheme:light dark;--ground:#fff;--text:#1f2328;--muted:#59636e;--line:#d8dee4;--soft:#f4f6f8;--accent:#1f6feb;--accent-soft:#a9cbf7;--good:#1a7f37;--part:#9a6700;--bad:#cf222e;--note-ground:#fff8e0;--note-line:#d4a72c;--band:#d3f0da;
--level-0:#dfe5ec;--level-1:#a9cbf7;--level-2:#5b9bf0;--level-3:#1850a8;--on-0:#1f2328;--on-1:#1f2328;--on-2:#0b1f3d;--on-3:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#16181c;--text:#e3e6ea;--muted:#9aa4af;--line:#343a42;--soft:#1f2329;--accent:#6cb0ff;--accent-soft:#2d5a94;--good:#4cc262;--part:#dca531;--bad:#ff7b72;--note-ground:#2b2513;--note-line:#a8842a;--band:#1d3f29;
--level-0:#3a424c;--level-1:#2d5a94;--level-2:#4d8fdf;--level-3:#a9d0ff;--on-0:#e3e6ea;--on-1:#e8f1fd;--on-2:#0a1626;--on-3:#0a1626}}
*{box-sizing:border-box}
html{font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:var(--ground);color:var(--text);-webkit-text-size-adjust:100%}
body{max-width:66rem;margin:0 auto;padding:2rem 1.5rem 5rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 1rem;font-weight:650}
h2{font-size:1.3rem;margin:0 0 .25rem;font-weight:650}
h3{font-size:1.05rem;margin:2.25rem 0 .5rem;font-weight:650}
h4{font-size:.9rem;margin:0 0 .6rem;font-weight:650}
.muted,small{color:var(--muted);font-weight:400}
small{display:block;font-size:.8rem;line-height:1.4}
code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.85em}
pre{white-space:pre-wrap;margin:.5rem 0;padding:.75rem;background:var(--soft);border-radius:4px}
ul{list-style:none;margin:0;padding:0}
.simulated{display:inline-block;vertical-align:.15em;font-size:.75rem;line-height:1;font-weight:600;padding:.25rem .5rem;border-radius:4px;background:var(--note-ground);border:1px solid var(--note-line)}
.warnings{margin:0 0 1.25rem;border-left:3px solid var(--note-line);background:var(--note-ground);padding:.6rem .9rem;border-radius:0 4px 4px 0}
.warnings li+li{margin-top:.3rem}
.understood summary{cursor:pointer;color:var(--muted)}
dl.run{display:grid;grid-template-columns:repeat(auto-fill,minmax(19rem,1fr));gap:.35rem 2rem;margin:0}
dl.run div{display:grid;grid-template-columns:5.5rem 1fr;gap:.5rem;align-items:baseline}
dt{color:var(--muted);font-size:.85rem}
dd{margin:0}
.benchmark{margin-top:2.5rem;padding-top:1.5rem;border-top:1px solid var(--line)}
.lead{margin:0 0 1rem}
table.metrics{width:100%;border-collapse:collapse;margin:1.25rem 0 0;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:650;padding-bottom:.35rem}
thead th{font-size:.8rem;font-weight:400;color:var(--muted);text-align:left;padding:.2rem .9rem .2rem 0;border-bottom:1px solid var(--line);white-space:nowrap}
tbody th{font-weight:500;text-align:left}
tbody th,tbody td{padding:.45rem .9rem .45rem 0;vertical-align:top;border-bottom:1px solid var(--line)}
th.figure,td.figure{text-align:right;white-space:nowrap}
td:last-child,th:last-child{padding-right:0}
td.value{font-weight:650}
td.trust-cell{min-width:7rem}
.trust{display:inline-block;font-size:.75rem;line-height:1.2;padding:.1rem .4rem;border-radius:4px;border:1px solid var(--line);white-space:nowrap}
.trust.checked{border-color:var(--good);color:var(--good)}.trust.beaten{border-color:var(--bad);color:var(--bad)}.trust.unchecked{color:var(--muted)}
tr.greyed th,tr.greyed td.value{color:var(--muted);font-weight:400}tr.greyed svg.bar{opacity:.4}
td.interval{color:var(--muted)}
th.bar-cell{width:26%}
svg{display:block;overflow:visible}
svg.bar{margin-top:.15rem;overflow:hidden}
.track{fill:var(--soft);stroke:var(--line);stroke-width:.5}.fill{fill:var(--accent-soft)}.band{fill:var(--band)}
.whisker{stroke:var(--text);stroke-width:1.5}.zero{stroke:var(--muted);stroke-dasharray:2 2}.point{fill:var(--accent);stroke:var(--ground);stroke-width:1}
figure.levels{margin:1.75rem 0 0}
figcaption{margin-bottom:.5rem}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;font-size:.82rem;color:var(--muted);margin-bottom:.6rem}
.legend li{display:flex;align-items:center;gap:.35rem}
.levels-rows{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr max-content;gap:.35rem .9rem;align-items:center}
.levels-row{display:contents}
.levels text{font-size:12px;text-anchor:middle}
.level-0{fill:var(--level-0)}.level-1{fill:var(--level-1)}.level-2{fill:var(--level-2)}.level-3{fill:var(--level-3)}
.on-level-0{fill:var(--on-0)}.on-level-1{fill:var(--on-1)}.on-level-2{fill:var(--on-2)}.on-level-3{fill:var(--on-3)}
.figure{font-variant-numeric:tabular-nums}
details.case{border-bottom:1px solid var(--line)}
summary{cursor:pointer;border-radius:4px}
summary:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
details.case>summary{list-style:none;padding:.4rem .25rem .4rem 1.3rem;position:relative}
details.case>summary::-webkit-details-marker{display:none}
details.case>summary::before{content:"";position:absolute;left:.35rem;top:.85rem;border:solid var(--muted);border-width:0 1.5px 1.5px 0;padding:2.5px;transform:rotate(-45deg)}
details.case[open]>summary::before{transform:rotate(45deg)}
details.case>summary:hover{background:var(--soft)}
.row{display:grid;grid-template-columns:8.5rem minmax(0,1fr) max-content;gap:.9rem;align-items:baseline}
.row .group{color:var(--muted);font-size:.88rem}
.row .name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.chips{display:flex;flex-wrap:wrap;gap:.15rem .65rem;justify-content:flex-end}
.chip{display:inline-flex;align-items:center;gap:.25rem;font-size:.82rem;white-space:nowrap;max-width:14rem}
.chip span{overflow:hidden;text-overflow:ellipsis}
.tag{font-size:.78rem;border:1px solid var(--line);border-radius:3px;padding:0 .35rem}
.tag-bar{fill:var(--tie)}
.state{font-size:.82rem;color:var(--bad)}
.mark{flex:none}.mark .fill{fill:currentColor}.mark .outline{fill:none;stroke:currentColor;stroke-width:1.5}
.desired .mark{color:var(--good)}.partial .mark{color:var(--part)}.undesired .mark{color:var(--bad)}.neutral .mark,.unscored .mark{color:var(--muted)}
.members{display:grid;grid-template-columns:1fr 1fr;gap:2rem;padding:.75rem .25rem 1.5rem 1.3rem}
.member-alone{padding:.75rem .25rem 1.5rem 1.3rem;max-width:48rem}
.member{min-width:0}
.turn{display:grid;grid-template-columns:4rem minmax(0,1fr);gap:.5rem;padding:.3rem .5rem;border-left:3px solid transparent}
.speaker{font-size:.8rem;font-weight:600;color:var(--muted);padding-top:.1rem}
.words{white-space:pre-wrap}
.turn.pivot{background:var(--soft)}
.turn.reply{border-left-color:var(--accent);margin-top:.3rem}
.image{color:var(--muted);margin:.25rem 0 0}
.verdicts{margin-top:1rem}
.verdicts li+li{margin-top:.75rem}
.verdict-head{display:flex;flex-wrap:wrap;gap:.1rem .6rem;align-items:baseline}
.verdict-head .chip{align-self:center}
.reason{padding-left:1.15rem}
.reason p{margin:.15rem 0;white-space:pre-wrap}
.reason .muted{font-size:.82rem;white-space:normal}
.evidence{border-left:2px solid var(--line);padding-left:.6rem}
.failure{color:var(--bad)}
dl.facts{margin:1rem 0 0;display:grid;gap:.15rem}
dl.facts div{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:.5rem;align-items:baseline}
dl.facts dd{white-space:pre-wrap}
.folded{margin:.75rem 0 0;font-size:.9rem}
.folded summary{color:var(--muted)}
math{font-size:1.05em}
math[display=block]{margin:.3rem 0;overflow-x:auto;overflow-y:hidden}
@media (max-width:44rem){body{padding:1.25rem 1rem 3rem}.members{grid-template-columns:1fr}.bar-cell{display:none}.row{grid-template-columns:minmax(0,1fr);gap:.1rem;padding:.2rem 0}.row .name{white-space:normal}.chips{justify-content:flex-start}dl.facts div{grid-template-columns:1fr;gap:0}table.metrics small{display:none}tbody th,tbody td,thead th{padding-right:.45rem}thead th{white-space:normal;vertical-align:bottom}td.interval{white-space:normal;min-width:4.2rem}td.trust-cell{min-width:0}table.metrics tbody th{min-width:6.5rem}.levels-rows{grid-template-columns:1fr}.levels-row{display:grid;grid-template-columns:1fr max-content;gap:.15rem .6rem}.levels-row>:nth-child(2){grid-row:2;grid-column:1/-1}}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:10pt}details::details-content{content-visibility:visible;block-size:auto}details.case,tr,figure,.turn{break-inside:avoid}h2,h3,caption{break-after:avoid}details.case>summary::before{display:none}}
${pictureStyle}`;
