import * as z from 'zod';
import { capitalized, t, wholeNumber } from '../text/countWords';

/** How much a model reasons, least first. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

const mostTokens = 400_000;
const longestTimeoutSeconds = 86_400;

/** Members of a request that the program sets itself, or that have parameters of their own. */
const ownMembers =
  'model messages system stream n temperature max_tokens max_completion_tokens reasoning_effort response_format output_config'.split(
    ' ',
  );

export const modelParametersSchema = z.strictObject({
  effort: z.enum(efforts).optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** Limit of the answer; headroom for reasoning comes on top. */
  maxTokens: z.int().positive().max(mostTokens).optional(),
  timeoutSeconds: z.number().positive().max(longestTimeoutSeconds).optional(),
  /** Copied into the body of each request, for members that only one server knows. */
  extra: z
    .record(z.string(), z.json())
    .refine((extra) => !Object.keys(extra).some((key) => ownMembers.includes(key)), {
      error: t`extra parameters cannot replace ${ownMembers.join(', ')}`,
    })
    .optional(),
});
export type ModelParameters = z.infer<typeof modelParametersSchema>;

export const modelRoles = ['tutor', 'judge', 'student'] as const;
export type ModelRole = (typeof modelRoles)[number];

/** Names in options and front matter, after the role: `--tutor-timeout`, `tutorTimeout`. */
export const parameterNames = ['effort', 'temperature', 'maxTokens', 'timeout', 'extra'] as const;
export type ParameterName = (typeof parameterNames)[number];

const members = {
  effort: ['effort', t`one of ${efforts.join(', ')}`],
  temperature: ['temperature', t`a number from 0 to 2`],
  maxTokens: ['maxTokens', t`a whole number from 1 to ${wholeNumber(mostTokens)}`],
  timeout: ['timeoutSeconds', t`a number of seconds above 0, at most ${wholeNumber(longestTimeoutSeconds)}`],
  extra: ['extra', t`an object without ${ownMembers.join(', ')}`],
} as const satisfies Record<ParameterName, readonly [member: keyof ModelParameters, wanted: string]>;

export function readParameter(
  name: ParameterName,
  value: unknown,
): { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'problem'; readonly wanted: string } {
  const [member, wanted] = members[name];
  const parsed = value === undefined ? undefined : modelParametersSchema.shape[member].safeParse(value);
  return parsed?.success === true ? { kind: 'value', value: parsed.data } : { kind: 'problem', wanted };
}

/** `tutorEffort`. */
export function parameterKey(role: ModelRole, name: ParameterName): string {
  return `${role}${capitalized(name)}`;
}

/** Each role's parameters, from checked values by `parameterKey`. */
export function parametersIn(
  values: ReadonlyMap<string, unknown>,
): Partial<Record<ModelRole, ModelParameters>> | undefined {
  const roles = modelRoles.flatMap((role) => {
    const set = parameterNames.flatMap((name) => {
      const value = values.get(parameterKey(role, name));
      return value === undefined ? [] : [[members[name][0], value] as const];
    });
    return set.length === 0 ? [] : [[role, modelParametersSchema.parse(Object.fromEntries(set))] as const];
  });
  return roles.length === 0 ? undefined : Object.fromEntries(roles);
}

/** Takes the first value set for each member; `undefined` where none is set. */
export function mergedParameters(sources: readonly (ModelParameters | undefined)[]): ModelParameters | undefined {
  const set = [...sources]
    .reverse()
    .flatMap((source) => Object.entries<unknown>(source ?? {}).filter(([, value]) => value !== undefined));
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

/** For display: `effort low, temperature 0.2`; empty where nothing is set. The order of members does not matter. */
export function parametersText(parameters: ModelParameters = {}): string {
  return Object.entries<unknown>(parameters)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
