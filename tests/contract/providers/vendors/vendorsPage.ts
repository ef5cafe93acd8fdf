import type { PlayedBehaviour, PlayKind } from './playBehaviour';

const meanings: Readonly<Record<PlayKind, string>> = {
  reply: 'a reply',
  truncated: 'a reply that is cut off',
  noText: 'an answer without text; it is kept and not asked again',
  refusal: 'a refusal of this one prompt',
  retry: 'a reply after a wait',
  fallback: 'a reply to another form of the request',
  stopRun: 'the run stops and can be resumed',
  failCall: 'this call is lost, the run goes on',
};

/** The table for people. */
export function vendorsPage(behaviours: readonly PlayedBehaviour[]): string {
  const lines = [
    '# What vendors answer',
    '',
    'Each entry is an answer that somebody documented. `vendors.test.ts` plays it on a server of its own. It checks what becomes of the',
    'call: the reply or the message, the number of requests, and the tokens. The bodies are in `behaviours`. No vendor was called.',
    'Three lost calls to a model that has never answered also stop a run.',
  ];
  for (const vendor of new Set(behaviours.map((one) => one.vendor))) {
    lines.push('', `## ${vendor}`, '');
    for (const { situation, then, source } of behaviours.filter((one) => one.vendor === vendor)) {
      const requests = then.requests === 1 ? '' : `, ${then.requests} requests`;
      const words = told(then);
      const cited = source.startsWith('https:') ? `[source](${source})` : source;
      lines.push(`- ${situation}: **${meanings[then.kind]}**${requests}${words === '' ? '' : `. ${words}`} (${cited})`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function told({ says = '', sent }: PlayedBehaviour['then']): string {
  if (says !== '') return `“It ${says.replaceAll('"test-model"', 'the model').replace(/ \(status \d+\)$/, '')}”`;
  if (sent === undefined) return '';
  const parameters = Object.entries(sent).map(([name, value]) => `${name} ${value}`);
  return `Sent with ${parameters.join(', ')}`;
}
