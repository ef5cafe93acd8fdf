import path from 'node:path';
import { finished } from 'node:stream/promises';
import type * as z from 'zod';
import { comparisonFacts } from '../core/agent/comparisonFacts';
import { type AgentHost, fileInside } from '../core/agent/agentHost';
import { AgentTools } from '../core/agent/agentTools';
import { type AgentToolName, agentTools } from '../core/agent/toolInputs';
import { promptHistory } from '../core/history/promptHistory';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { readPromptFile, largestPrompt } from '../core/prompt/promptFile';
import { FileRunStore } from '../core/store/fileRunStore';
import { createRun } from '../core/store/runStore';
import { storedPromptPath } from '../core/store/storeFolder';
import { messageOf } from '../core/text/errors';
import { type CliContext, exitCodes } from './cliContext';
import { capsGiven, type CliOptions } from './cliOptions';
import { compareSessions, comparedHistory } from './compareCommand';
import { describeCliError } from './describeCliError';
import { finishRun } from './finishRun';
import { openEvaluation, openRun, storeDirectory, trustCards } from './openRun';
import { planEvaluation } from './planEvaluation';
import { builtInPrompt, readInput } from './readInput';
import { withJudgeDoubts, runTrust } from '../core/report/runTrust';

/** Serves the tools for agents on standard input and output, until the client closes them. */
export async function mcpCommand(options: CliOptions, given: CliContext): Promise<number> {
  // Standard output is the protocol's.
  const silent = (): void => undefined;
  const context: CliContext = { ...given, out: silent, document: silent, live: false, onInterrupt: () => silent };
  const tools = new AgentTools(agentHost(options, context), options.sessionCalls);
  const [{ McpServer }, { serveStdio }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  const server = (): InstanceType<typeof McpServer> => {
    const made = new McpServer({ name: 'tutor-prompt-lab', version: context.version });
    for (const name of Object.keys(agentTools) as AgentToolName[]) {
      const { description, input } = agentTools[name];
      const inputSchema: z.ZodType = input;
      made.registerTool(name, { description, inputSchema }, async (args, { mcpReq }) => {
        try {
          return { content: [{ type: 'text' as const, text: await tools.call(name, args, mcpReq.signal) }] };
        } catch (error) {
          const text = describeCliError(error) ?? `This is a fault of tutor-prompt-lab: ${messageOf(error)}`;
          return { isError: true, content: [{ type: 'text' as const, text }] };
        }
      });
    }
    return made;
  };
  const served = serveStdio(server, { onerror: (error) => context.err(`error: ${error.message}\n`) });
  const stop = new AbortController();
  const release = given.onInterrupt(() => stop.abort());
  await finished(process.stdin, { writable: false, signal: stop.signal }).catch(silent);
  release();
  await tools.close();
  await served.close();
  return exitCodes.done;
}

function agentHost(options: CliOptions, context: CliContext): AgentHost {
  const { benchmarks, cwd } = context;
  const insideOf = (named: string): string => (builtInPrompt(named, context) ? named : fileInside(cwd, named));
  const open = (id: string) => openRun(id, options.store, context);
  return {
    benchmarks,
    async prompt(named) {
      const builtIn = builtInPrompt(named, context);
      const file = insideOf(named);
      const text = builtIn?.text ?? (await readInput(file, 'The prompt file', { largest: largestPrompt }));
      const root = storeDirectory(options.store, builtIn ? cwd : path.dirname(file), context);
      const stored = builtIn ? named : storedPromptPath(root, file);
      return { file: readPromptFile(stored, text), history: await promptHistory(new FileRunStore(root), stored) };
    },
    async plan({ path: named, benchmarks: benchmark = options.benchmark, limit = options.limit, maxCalls }) {
      const lowered = { maxCalls: Math.min(maxCalls ?? Infinity, options.maxCalls ?? Infinity) };
      const wished = { ...options, benchmark, limit, ...(Number.isFinite(lowered.maxCalls) ? lowered : {}) };
      const { planned, root } = await planEvaluation(insideOf(named), wished, context);
      const session = sessionOfRun({ ...planned, records: [], problems: [] }, benchmarks);
      const caps = capsGiven(wished);
      return {
        session,
        root,
        caps,
        async play(signal) {
          const store = new FileRunStore(root);
          const openWriter = () => createRun(store, planned);
          const onInterrupt: CliContext['onInterrupt'] = (stop) => {
            const abort = (): void => stop(signal.reason === 'cancelled' ? 'cancelled' : undefined);
            signal.addEventListener('abort', abort);
            return () => signal.removeEventListener('abort', abort);
          };
          await finishRun({ session, store, root, openWriter, options: wished, caps }, { ...context, onInterrupt });
        },
      };
    },
    async run(id) {
      const opened = await open(id);
      return { session: opened.session, cards: await trustCards(opened, context) };
    },
    async compare(before, after) {
      const [first, second] = [
        await openEvaluation(before, options.store, context),
        await openEvaluation(after, options.store, context),
      ];
      const history = await comparedHistory(first.store, first.session, second.session, context);
      const comparison = compareSessions(first.session, second.session, {}, history, context);
      const doubted = withJudgeDoubts(comparison, runTrust(second.session, await trustCards(second, context)));
      return comparisonFacts({ comparison: doubted, label: history.label });
    },
  };
}
