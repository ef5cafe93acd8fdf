import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWebview } from '../../scripts/buildWebview.mjs';
import type { HtmlReportAssets } from '../../src/core/report/htmlReport';
import { textsOf } from './pageTexts';
import { type Theme, themes } from './themes';

/** A loopback server of the panel's page, with the extension's policy and a stand-in for VS Code's interface. */
export interface PanelServer {
  readonly origin: string;
  /** Bytes of the minified script. */
  readonly scriptBytes: number;
  /** What HTML reports are drawn by. */
  readonly reportAssets: HtmlReportAssets;
  close(): Promise<void>;
}

/** What the page's stand-in keeps: everything the panel sent, and every breach of the policy. */
const standIn = (theme: Theme): string => `
  // A page is used for one visit after another, and a reload is no new visit.
  if (sessionStorage.getItem('visit') !== location.search) {
    sessionStorage.clear();
    sessionStorage.setItem('visit', location.search);
  }
  window.sent = [];
  window.asked = [];
  window.breaches = [];
  window.hacked = 0;
  document.addEventListener('securitypolicyviolation', (event) =>
    window.breaches.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));
  window.acquireVsCodeApi = () => ({
    postMessage: (envelope) => {
      const { message, id } = JSON.parse(JSON.stringify(envelope));
      window.sent.push(message);
      if (id !== undefined) window.asked.push({ message, id });
    },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
  });
  const variables = ${JSON.stringify(theme.variables)};
  for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty('--vscode-' + name, value);
`;

/** As the extension writes it; without one the page is in English. */
function textsBlock(language: string): string {
  if (language === 'en') return '';
  const texts = JSON.stringify(textsOf(language)).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="texts">${texts}</script>\n`;
}

function pageHtml(theme: Theme, nonce: string, language: string): string {
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${nonce}">
<title>Tutor Prompt</title>
<link rel="stylesheet" href="/main.css">
</head>
<body class="${theme.bodyClass}" data-prompt-uri="file:///prompts/made-up.tutor.md">
<div id="app"></div>
${textsBlock(language)}<script nonce="${nonce}">${standIn(theme)}</script>
<script nonce="${nonce}" src="/main.js"></script>
</body>
</html>`;
}

/** Builds the page as it ships and serves it. */
export async function startPanelServer(): Promise<PanelServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tutor-prompt-panel-'));
  const { scriptBytes } = await buildWebview({ outdir: folder, minify: true });
  const assets: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
    '/main.js': { type: 'text/javascript; charset=utf-8', body: await readFile(join(folder, 'main.js'), 'utf8') },
    '/main.css': { type: 'text/css; charset=utf-8', body: await readFile(join(folder, 'main.css'), 'utf8') },
  };
  const reportAssets: HtmlReportAssets = {
    script: await readFile(join(folder, 'report.js'), 'utf8'),
    style: await readFile(join(folder, 'report.css'), 'utf8'),
  };
  let origin = '';
  const sendPage = (response: ServerResponse, themeName: string, language: string): void => {
    const theme = themes.find((item) => item.name === themeName) ?? themes[0]!;
    const nonce = randomBytes(16).toString('hex');
    const policy = [
      `default-src 'none'`,
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}' ${origin}`,
      `font-src ${origin}`,
      `img-src ${origin} data:`,
    ].join('; ');
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(pageHtml(theme, nonce, language));
  };
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', origin);
    const asset = assets[path];
    if (path.startsWith('/panel/'))
      sendPage(response, path.slice('/panel/'.length), searchParams.get('language') ?? 'en');
    else if (asset !== undefined)
      response.writeHead(200, { 'Content-Type': asset.type, 'Cache-Control': 'max-age=3600' }).end(asset.body);
    else response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    origin,
    scriptBytes,
    reportAssets,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
