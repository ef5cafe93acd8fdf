import { readFile } from 'node:fs/promises';
import { OpenAI } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';

// The yardstick of the throughput: the OpenAI SDK in a loop and nothing else. Sends each body of FILE (a line each) to the server URL,
// LANES at a time, and keeps no answer. Prints how many calls were answered and the time from the first call to the last answer.
const [, , url = '', file = '', lanes = '1'] = process.argv;
const bodies = (await readFile(file, 'utf8'))
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as ChatCompletionCreateParamsNonStreaming);
const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0, logLevel: 'off' });
const started = performance.now();
let next = 0;
let answered = 0;
await Promise.all(
  Array.from({ length: Number(lanes) }, async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const { choices } = await client.chat.completions.create(body);
      if (choices[0]?.message.content !== undefined) answered += 1;
    }
  }),
);
process.stdout.write(`${JSON.stringify({ answered, wallMs: performance.now() - started })}\n`);
