import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../../src/core/providers/provider';
import { editorModelFailure, noEditorModel } from '../../../src/vscode/models/editorModels';

/** As VS Code hands the errors of other extensions on: with name, message and code, and nothing of their class. */
function error(message: string, more: { readonly name?: string; readonly code?: string } = {}): Error {
  return Object.assign(new Error(message), more);
}

const languageModelError = (code: string): Error => error('Said by VS Code.', { name: 'LanguageModelError', code });

describe('failures of VS Code’s models', () => {
  it.each([
    ['a question answered with no', languageModelError('NoPermissions'), 'auth', false, /choose Allow/],
    ['a model that is gone', languageModelError('NotFound'), 'badRequest', false, /Choose Models/],
    ['a blocked extension', languageModelError('Blocked'), 'quota', true, /then resume/],
    ['Copilot’s quota', error('Quota Exceeded', { name: 'ChatQuotaExceeded' }), 'quota', true, /quota of your plan/],
    ['Copilot’s rate limit', error('Slow down', { name: 'ChatRateLimited' }), 'rateLimit', true, /lower concurrency/],
    ['a filtered answer', error('Response got filtered.'), 'refused', true, /refused the text/],
    ['a filtered request', error('Filtered by Responsible AI Service\n\n{}'), 'refused', true, /refused the text/],
    ['a model that declines', error('Model declined to respond.'), 'refused', true, /refused the text/],
    [
      'a text off the topic',
      error('filtered as off_topic by intent classifier: message was not programming related'),
      'refused',
      true,
      /refused the text/,
    ],
    ['a long request', error('Message exceeds token limit.'), 'badRequest', true, /larger context/],
    ['anything else', error('Request Failed: 500'), 'server', true, /Try again later/],
    ['what is no error', 'broken', 'server', true, /says: "broken"/],
  ])('tell %s', (_what, thrown, failure, sent, expected) => {
    const told = editorModelFailure(thrown, 'copilot/gpt');
    expect(told).toMatchObject({ failure, sent, provider: 'vscode' });
    expect(told.message).toMatch(/^vscode:copilot\/gpt /);
    expect(told.message).toMatch(expected);
  });

  it('quote the foreign words in one bounded line, without a key', () => {
    const { message } = editorModelFailure(error(`Wrong key sk-abcdefghijkl\u0000\n${'x'.repeat(9_000)}`), 'a/b');
    expect(message).not.toContain('abcdefghijkl');
    expect(message).not.toMatch(/[\p{Cc}]/u);
    expect(message.length).toBeLessThan(500);
  });

  it('leave those alone that are told already', () => {
    const known = noEditorModel('a/b');
    expect(editorModelFailure(known, 'a/b')).toBe(known);
    expect(ProviderError.is(known, 'badRequest')).toBe(true);
  });
});
