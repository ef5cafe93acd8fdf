import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/**
 * The panel's page. Nothing may run or load but the two bundled files: scripts and styles by nonce, no network, images
 * from the extension and as data. The toolkit wants its nonce in a meta element of its own.
 */
export function panelHtml(webview: vscode.Webview, extensionUri: vscode.Uri, promptUri: string): string {
  const nonce = randomBytes(24).toString('base64url');
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}' ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta property="csp-nonce" content="${nonce}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${escapeAttribute(file('main.css'))}">
<title>Tutor Prompt Lab</title>
</head>
<body data-prompt-uri="${escapeAttribute(promptUri)}">
<div id="app"></div>
<script nonce="${nonce}" type="module" src="${escapeAttribute(file('main.js'))}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
