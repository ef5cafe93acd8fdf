/** What a template asks a user for; the answer stands for `{id}` in it. */
interface TemplateQuestion {
  readonly id: string;
  readonly question: string;
  readonly example: string;
}

/** A kind of server that a user may add as a connection. */
export interface ConnectionTemplate {
  readonly title: string;
  /** The name to offer. */
  readonly name: string;
  readonly questions: readonly TemplateQuestion[];
  /** A connection as the settings hold it, with `{id}` where answers belong. */
  readonly connection: Readonly<Record<string, unknown>>;
}

const resource: TemplateQuestion = {
  id: 'resource',
  question: 'Name of the Azure resource, the first part of its address',
  example: 'my-resource',
};
const azureKey = { keyVariable: 'AZURE_OPENAI_API_KEY', keyHeader: 'api-key' };

/** As the Azure client of OpenAI's SDK builds addresses and headers, and Microsoft's pages on the v1 API. */
export const connectionTemplates: readonly ConnectionTemplate[] = [
  {
    title: 'Azure OpenAI (v1)',
    name: 'azure',
    questions: [resource],
    connection: { address: 'https://{resource}.openai.azure.com/openai/v1', ...azureKey },
  },
  {
    title: 'Azure OpenAI (classic, one deployment)',
    name: 'azure-classic',
    questions: [
      resource,
      { id: 'deployment', question: 'Name of the deployment', example: 'my-deployment' },
      { id: 'version', question: 'Version of the API', example: '2024-10-21' },
    ],
    connection: {
      address: 'https://{resource}.openai.azure.com/openai/deployments/{deployment}',
      query: { 'api-version': '{version}' },
      ...azureKey,
    },
  },
  {
    title: 'OpenAI-compatible server',
    name: 'server',
    questions: [{ id: 'address', question: 'Address of the server', example: 'http://localhost:8000/v1' }],
    connection: { address: '{address}' },
  },
];

/** The template with the answers in their places. */
export function filledTemplate(
  { connection }: ConnectionTemplate,
  answers: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(connection).map(([member, value]) => [member, filled(value, answers)]));
}

function filled(value: unknown, answers: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, filled(inner, answers)]));
  return typeof value === 'string'
    ? value.replace(/\{(\w+)\}/g, (all, id: string) => answers[id]?.trim() ?? all)
    : value;
}
