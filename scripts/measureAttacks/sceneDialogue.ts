import type { ProtocolPolicy } from '../../src/core/benchmark/protocolPolicy';
import { defaultPolicy } from '../../src/core/benchmarks/policies';
import type { Dialogue } from '../../src/core/benchmark/dialogue';
import { visibleReply } from '../../src/core/benchmark/visibleReply';
import { parseTemplate } from '../../src/core/prompt/promptTemplate';
import type { SceneSample } from './sceneSamples';

/** The sample played to its end by a tutor that says the same in each of its turns. */
export function sceneDialogue(
  { benchmark, sample }: SceneSample,
  reply: string,
  policy: ProtocolPolicy = defaultPolicy,
): Dialogue {
  const prompt = { template: parseTemplate('Be kind.'), placement: benchmark.placements.default };
  const plan = benchmark.plan(sample, prompt, policy, { repeat: 0, seed: 1 });
  const visible = visibleReply(reply);
  const replies = plan.studentTurns.map((_, index) => ({
    turn: index + 1,
    raw: reply,
    visible,
    finish: 'stop' as const,
  }));
  return { plan, replies, status: 'complete' };
}
