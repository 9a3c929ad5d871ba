import { Worker } from 'node:worker_threads'

/**
 * Kills this process when the process `parent` that started it has ended, also if it was killed. Uses a thread, because the
 * main one may be busy for ever. The starter passes its id: it may have ended before this process reads `process.ppid`.
 */
export function endWithParent(parent: number): void {
  const watch = `setInterval(() => process.ppid === ${parent} || process.kill(process.pid, 'SIGKILL'), 200)`
  new Worker(watch, { eval: true }).unref()
}
