import { ChoiceError, decideChoices } from '../core/engine/runChoices';
import type { ManifestModel } from '../core/store/runManifest';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { parametersGiven, type ParameterOptions } from './parameterOptions';
import { serversOf, type ServerOptions } from './modelServers';

/** The judges that the options name, the offline one without any. Throws `CliError`. */
export function judgesOf(
  options: ServerOptions & ParameterOptions & { readonly judge?: readonly string[] | undefined },
  context: CliContext,
): readonly ManifestModel[] {
  try {
    return decideChoices([{ judges: options.judge, parameters: parametersGiven(options) }], {
      benchmarks: context.benchmarks,
      ...serversOf(options, context),
    }).judges;
  } catch (error) {
    if (ChoiceError.is(error)) throw new CliError(error.message);
    throw error;
  }
}
