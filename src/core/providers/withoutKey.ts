import type { SecretTraces } from './keyTraces';
import type { ChatReply } from './provider';

/** A longer name of a model is none. */
const longestModel = 200;

/** A reply whose texts do not say the key, whatever the server wrote; all else in it is a number or one of a few words. */
export function withoutKey(reply: ChatReply, traces: SecretTraces): ChatReply {
  const { text, model, ...others } = reply;
  return {
    text: traces.cutFromReply(text),
    ...others,
    model: model === undefined ? undefined : traces.cutFromReply(model).slice(0, longestModel),
  };
}
