import { readFile } from 'node:fs/promises';
import { OpenAI } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';

// The baseline of the throughput: only the OpenAI SDK in a loop. Sends each line of FILE to the server URL, SLOTS at a
// time, and drops the answers. Prints their number and the time from first call to last answer.
const [, , url = '', file = '', slots = '1'] = process.argv;
const bodies = (await readFile(file, 'utf8'))
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as ChatCompletionCreateParamsNonStreaming);
const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0, logLevel: 'off' });
const started = performance.now();
let next = 0;
let answered = 0;
await Promise.all(
  Array.from({ length: Number(slots) }, async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const { choices } = await client.chat.completions.create(body);
      if (choices[0]?.message.content !== undefined) answered += 1;
    }
  }),
);
process.stdout.write(`${JSON.stringify({ answered, wallMs: performance.now() - started })}\n`);
