import { Option, type Command } from 'commander';
import { policies, policyFrom, type PolicyDefinition, type ProtocolPolicy } from '../core/benchmark/protocolPolicy';
import type { ManifestModel } from '../core/store/runManifest';

/** Adds an option for each choice of protocol that `textOf` has words for. */
export function policyOptions(command: Command, textOf: (definition: PolicyDefinition) => string | undefined): Command {
  for (const definition of policies.values()) {
    const text = textOf(definition);
    if (text === undefined) continue;
    const { option, values, isPreset } = definition;
    const added = new Option(flagOf(definition) + (option?.value === undefined ? '' : ` <${option.value}>`), text);
    if (option?.value !== undefined) added.choices(values.slice(isPreset === true ? 1 : 0).map(String));
    command.addOption(added);
  }
  return command;
}

/** The protocol that a command’s options choose, as commander hands them over; `student` is the model that plays the student. */
export function policyGiven(options: object, student?: ManifestModel): ProtocolPolicy {
  const given = new Map<string, unknown>(Object.entries(options));
  return policyFrom((definition, name) =>
    name === 'student' ? (student === undefined ? 'script' : 'model') : given.get(attributeOf(definition)),
  );
}

/** The options that choose something else than the default for a benchmark, as they were typed. */
export function policyFlags(options: object, benchmark: string): readonly string[] {
  const given = new Map<string, unknown>(Object.entries(options));
  return [...policies.values()].flatMap((definition) => {
    const value = given.get(attributeOf(definition));
    if (definition.benchmark !== benchmark || value === undefined || value === definition.values[0]) return [];
    return definition.isPreset === true ? [] : [flagOf(definition) + (typeof value === 'string' ? ` ${value}` : '')];
  });
}

function flagOf({ option, values }: PolicyDefinition): string {
  return `--${values[0] === true ? 'no-' : ''}${option?.name ?? ''}`;
}

function attributeOf({ option }: PolicyDefinition): string {
  return (option?.name ?? '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
