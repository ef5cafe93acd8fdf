import { readableText } from '../readableText';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Untrusted text for element content and for quoted attribute values; hidden characters are made visible. */
export function escapeHtml(text: string): string {
  return readableText(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
