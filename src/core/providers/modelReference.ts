import { t } from '../text/countWords';
import { editorModelOf, isEditorModel } from './editorProvider';
import type { ProviderEntry } from './providerEntry';
import { isSimulated, providerRegistry } from './providerRegistry';

export interface ModelReference {
  readonly provider: string;
  /** The provider's own name; may hold colons and slashes, as in `llama3.1:8b` or `openai/gpt-6-luna`. */
  readonly model: string;
}

export type ModelReferenceReading =
  ({ readonly kind: 'reference' } & ModelReference) | { readonly kind: 'problem'; readonly problem: string };

const defaultModel = 'default';

const known: ReadonlyMap<string, ProviderEntry> = new Map(providerRegistry.map((entry) => [entry.id, entry]));

export function parseModelReference(text: string, providers = known): ModelReferenceReading {
  const given = text.trim();
  const colon = given.indexOf(':');
  const name = (colon === -1 ? given : given.slice(0, colon)).trim().toLowerCase();
  const model = colon === -1 ? '' : given.slice(colon + 1).trim();
  const entry = providers.get(name);
  if (entry === undefined) return problem(t`"${shown(given)}" names no known provider. Write ${forms(providers)}.`);
  if (/[\p{Cc}\p{Cf}\s]/u.test(model))
    return problem(t`The model name in "${shown(given)}" holds a space or a control character.`);
  if (isEditorModel(name) && editorModelOf(model) === undefined)
    return problem(t`"${shown(given)}" names no model of VS Code. Write ${name}:VENDOR/ID; Choose Models lists them.`);
  if (model !== '') return { kind: 'reference', provider: name, model };
  if (isSimulated(name)) return { kind: 'reference', provider: name, model: defaultModel };
  const example = entry.suggestions[0];
  return problem(
    t`"${shown(given)}" names no model. Write ${name}:MODEL${example === undefined ? '' : t`, for instance ${name}:${example}`}.`,
  );
}

/** The shortest text that `parseModelReference` reads as the same reference. */
export function formatModelReference(reference: ModelReference): string {
  const bare = reference.model === defaultModel && isSimulated(reference.provider);
  return bare ? reference.provider : `${reference.provider}:${reference.model}`;
}

function problem(text: string): ModelReferenceReading {
  return { kind: 'problem', problem: text };
}

function forms(providers: ReadonlyMap<string, ProviderEntry>): string {
  return [...providers.keys()]
    .map((id) => (isSimulated(id) ? id : `${id}:${isEditorModel(id) ? 'VENDOR/ID' : 'MODEL'}`))
    .join(' or ');
}

function shown(text: string): string {
  return text.slice(0, 80).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}
