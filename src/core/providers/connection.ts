import * as z from 'zod';
import { anthropicAddress, openAiAddress, resolveBaseUrl, serverAt } from './apiAddress';
import { modelParametersSchema } from '../prompt/modelParameters';
import { t } from '../text/countWords';
import { type ModelPrice, modelPriceSchema } from './modelRow';

/** Headers that would redirect a request or that belong to its framing. */
const refusedHeaders =
  /^(?:host|connection|keep-alive|transfer-encoding|content-.*|upgrade|te|trailer|expect|cookie|forwarded|via|x-forwarded-.*|proxy-.*)$/i;
const secretName = /key|token|secret|auth|password|credential|signature/i;
/** `${env:NAME}` in a header's value. */
export const variableReference = /\$\{env:([A-Za-z_]\w*)\}/g;

const headerName = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'is not a header name')
  .refine((name) => !refusedHeaders.test(name), 'is a header that the program sets itself');
const plainValue = z
  .string()
  .max(4_000)
  .regex(/^[\x20-\x7e]*$/, 'has characters that cannot be sent');
const values = (names: z.ZodString, advice: string) =>
  z.record(names, plainValue).superRefine((all, check) => {
    for (const [name, value] of Object.entries(all))
      if (secretName.test(name) && value.replace(variableReference, '') === value)
        check.addIssue({ code: 'custom', path: [name], message: advice });
  });

const connectionSchema = z.strictObject({
  api: z.enum(['openai', 'anthropic']).default('openai'),
  address: z.string().min(1).max(2_000),
  needsKey: z.boolean().optional(),
  keyVariable: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'is not a variable name')
    .optional(),
  /** Header for the key: `authorization` has `Bearer` before it, any other has the key alone. */
  keyHeader: headerName.default('authorization'),
  headers: values(headerName, 'looks like a secret. Write ${env:NAME} and set that variable').default({}),
  query: values(z.string().min(1).max(100), 'looks like a secret. A key goes into a header').default({}),
  parameters: modelParametersSchema.default({}),
  /** Price of all its models that `prices` does not name. */
  price: modelPriceSchema.optional(),
  prices: z.record(z.string(), modelPriceSchema).default({}),
  slots: z.int().positive().max(1_000).optional(),
});

/** A server that a user gave a name. */
export interface Connection extends Readonly<Omit<z.infer<typeof connectionSchema>, 'address'>> {
  /** The part before the colon of a model reference. */
  readonly name: string;
  readonly title: string;
  /** Without the surplus that people paste; `undefined` for the API's own server. */
  readonly baseUrl: string | undefined;
  readonly needsKey: boolean;
}

/** Reads connections from JSON. `taken`: names in use. Unusable ones are in `problems` with the reason. */
export function readConnections(
  value: unknown,
  taken: ReadonlySet<string>,
): Readonly<{ connections: readonly Connection[]; problems: readonly Readonly<Record<'name' | 'problem', string>>[] }> {
  const problem = t`Write an object with a member for each connection.`;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { connections: [], problems: [{ name: '', problem }] };
  const connections: Connection[] = [];
  const problems: Record<'name' | 'problem', string>[] = [];
  for (const [name, given] of Object.entries(value)) {
    const read = readConnection(name, given, taken);
    if (typeof read === 'string') problems.push({ name, problem: read });
    else connections.push(read);
  }
  return { connections, problems };
}

function readConnection(name: string, given: unknown, taken: ReadonlySet<string>): Connection | string {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name))
    return t`A name has at most 40 lower-case letters, digits and dashes, and begins with a letter.`;
  if (taken.has(name)) return t`This name is taken by a provider or another connection. Choose another one.`;
  const parsed = connectionSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const member = issue?.path.join('.') ?? '';
    return `${member === '' ? '' : `“${member}”: `}${issue?.message ?? t`It is not valid`}.`;
  }
  const { address, needsKey, ...rest } = parsed.data;
  const resolved = resolveBaseUrl(rest.api === 'openai' ? openAiAddress : anthropicAddress, address);
  if (typeof resolved === 'string') return t`“address”: ${resolved} A query goes into “query”.`;
  return {
    ...rest,
    name,
    title: name,
    baseUrl: serverAt(rest.api, resolved.url),
    needsKey: needsKey ?? rest.keyVariable !== undefined,
  };
}

export function connectionPrice({ price, prices }: Connection, model: string): ModelPrice | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : price;
}

export interface ConnectionTemplate {
  readonly title: string;
  readonly name: string;
  readonly questions: readonly { readonly id: string; readonly question: string; readonly example: string }[];
  /** As stored in the settings; answers to the questions replace each `{id}`. */
  readonly connection: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const resource = {
  id: 'resource',
  question: t`Name of the Azure resource, the first part of its address`,
  example: 'my-resource',
};
const azureKey = { keyVariable: 'AZURE_OPENAI_API_KEY', keyHeader: 'api-key' };

/** Sources: addresses and headers of the Azure client in OpenAI's SDK, and Microsoft's pages on the v1 API. */
export const connectionTemplates: readonly ConnectionTemplate[] = [
  {
    title: t`Azure OpenAI (v1)`,
    name: 'azure',
    questions: [resource],
    connection: { address: 'https://{resource}.openai.azure.com/openai/v1', ...azureKey },
  },
  {
    title: t`Azure OpenAI (classic, one deployment)`,
    name: 'azure-classic',
    questions: [
      resource,
      { id: 'deployment', question: t`Name of the deployment`, example: 'my-deployment' },
      { id: 'version', question: t`Version of the API`, example: '2024-10-21' },
    ],
    connection: {
      address: 'https://{resource}.openai.azure.com/openai/deployments/{deployment}',
      query: { 'api-version': '{version}' },
      ...azureKey,
    },
  },
  {
    title: t`OpenAI-compatible server`,
    name: 'server',
    questions: [{ id: 'address', question: t`Address of the server`, example: 'http://localhost:8000/v1' }],
    connection: { address: '{address}' },
  },
];

export function filledTemplate(
  { connection }: ConnectionTemplate,
  answers: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (all, id: string) => answers[id]?.trim() ?? all);
  return mapValues(connection, (value) => (typeof value === 'string' ? filled(value) : mapValues(value, filled)));
}

function mapValues<Value>(all: Readonly<Record<string, Value>>, change: (value: Value) => unknown) {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, change(value)]));
}
