import type { RunSession } from '../../../src/core/run/runSession';
import { ended, failedJudge, failedReply, judged, offlineModel, replied, sample, toySession } from './reportFixture';

/** Tries markup, scripts, requests, Markdown, escape sequences, bidi text, TeX and a lone surrogate at once. */
export const hostileText = [
  '<script>globalThis.hit=1</script><img src=x onerror="globalThis.hit=1"><svg onload=globalThis.hit=1>',
  '"><a href="javascript:globalThis.hit=1">click</a> \'--> ]]> </style></pre></details><iframe src="https://evil.example/">',
  '![x](https://evil.example/x.png) [y](javascript:hit) https://evil.example www.evil.example | cell | @user #12 **bold**',
  '````\n```text\n~~~\n</details>\n# heading\n| a | b |\n|---|---|',
  '\u001B[2J\u001B]0;owned\u0007 \u202Egnp.exe \uD800 \u0000 &lt;b&gt;',
  '\\(\\href{javascript:globalThis.hit=1}{x}\\) \\(\\includegraphics{https://evil.example/a.png}\\) \\(\\htmlId{a}{b}\\)',
  '\\(\\def\\a{\\a\\a}\\a\\) \\(\\hspace{9999em}x\\) $\\url{https://evil.example}$ \\(\\text{<img src=x onerror=hit>}\\) \\(x^2\\)',
].join('\n');

/** A run with the hostile text in every place that a file, a model or a server can write to. */
export function hostileRun(): RunSession {
  const model = { provider: 'openai', model: hostileText, simulated: false };
  const samples = [
    sample(`one ${hostileText}`, 'right', {
      words: hostileText,
      title: hostileText,
      pairId: hostileText,
      groundTruth: hostileText,
    }),
    sample('two', 'wrong', { words: hostileText, title: hostileText, pairId: hostileText }),
    sample('three', 'wrong', { words: '' }),
    sample('=4+4', 'wrong'),
  ];
  const one = samples[0]?.id ?? '';
  const judgeModel = `openai:${hostileText}`;
  return toySession({
    samples,
    records: [
      replied(one, `<think>${hostileText}</think>${hostileText}`),
      judged(one, 'Helps', hostileText, {
        reasoning: hostileText,
        evidence: hostileText,
        version: hostileText,
        judgeModel,
      }),
      judged(one, 'Level', true, { judgeModel }),
      replied('two', hostileText),
      judged('two', 'Helps', 0, { judgeModel, reasoning: '=HYPERLINK("https://evil.example","x")' }),
      failedJudge('two', 'Level', hostileText, judgeModel),
      failedReply('three', hostileText),
      replied('=4+4', '@SUM(1,2)'),
      judged('=4+4', 'Helps', '-1', { judgeModel, reasoning: '+1' }),
      ended('incomplete', { detail: hostileText }),
    ],
    problems: [hostileText],
    manifest: {
      runId: hostileText,
      createdAt: hostileText,
      // One rule that the simulated tutor understands: without any there would be no scores to spoil.
      prompt: { path: hostileText, name: hostileText, text: `Be kind.\n\n${hostileText}`, revision: hostileText },
      tutor: offlineModel,
      judges: [model],
    },
  });
}
