// Runs `pidro serve` for the tests, with its own database and without rate limits.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROGRAM =
  process.env.PIDRO ?? fileURLToPath(new URL('../../../../target/debug/pidro', import.meta.url));

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export class Server {
  static async start() {
    const server = new Server();
    server.folder = mkdtempSync(join(tmpdir(), 'pidro-web-'));
    server.store = join(server.folder, 'store.sqlite');
    server.port = await freePort();
    server.url = `http://127.0.0.1:${server.port}`;
    await server.run();
    return server;
  }

  async run() {
    const limits = [
      '--requests-per-minute',
      '100000',
      '--guests-per-hour',
      '10000',
      '--accounts-per-hour',
      '10000',
      '--logins-per-hour',
      '10000',
      '--tables-per-hour',
      '1000',
    ];
    const address = `127.0.0.1:${this.port}`;
    this.child = spawn(
      PROGRAM,
      ['serve', '--address', address, '--store', this.store, '--admin-page', ...limits],
      { stdio: 'ignore' },
    );
    this.ended = new Promise((resolve) => this.child.on('exit', resolve));
    for (let attempt = 0; attempt < 200; attempt++) {
      if (
        await fetch(`${this.url}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the server does not respond');
  }

  /** Ends the process: with SIGKILL, like a power cut; with SIGTERM, like an operator. */
  async kill(signal = 'SIGKILL') {
    this.child.kill(signal);
    await this.ended;
  }

  async stop() {
    await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
