import { keepArtifacts } from './artifacts';
import { CodeServer, type CodeServerOptions } from './codeServer';
import { TestWorkspace } from './testWorkspace';
import { WorkbenchPage } from './workbenchPage';

/** A window on a server that is shared with others, and a folder of its own open in that window. */
export class RunningWorkbench {
  private constructor(
    readonly server: CodeServer,
    readonly workbench: WorkbenchPage,
    readonly workspace: TestWorkspace,
  ) {}

  /** Starts all three and opens the folder. What was started is ended again when a later part fails. */
  static async start(options: CodeServerOptions): Promise<RunningWorkbench> {
    const started: { dispose(): Promise<void> }[] = [];
    const keep = <T extends { dispose(): Promise<void> }>(part: T): T => {
      started.unshift(part);
      return part;
    };
    try {
      const workspace = keep(await TestWorkspace.create());
      const server = await CodeServer.shared(options);
      const workbench = keep(await WorkbenchPage.launch(server.url));
      const running = new RunningWorkbench(server, workbench, workspace);
      try {
        await workbench.open(workspace.folder);
      } catch (error) {
        throw new Error(`The workbench did not open. See ${await running.keepArtifacts('start of the workbench')}`, {
          cause: error,
        });
      }
      return running;
    } catch (error) {
      for (const part of started) await part.dispose();
      throw error;
    }
  }

  /** Keeps screenshot, trace and logs under `test-results` and returns the folder. */
  keepArtifacts(title: string): Promise<string> {
    return keepArtifacts(title, this.workbench, this.server);
  }

  /** Closes the window and removes the folder. The server goes on for the next. */
  async dispose(): Promise<void> {
    await this.workbench.dispose();
    await this.workspace.dispose();
  }
}
