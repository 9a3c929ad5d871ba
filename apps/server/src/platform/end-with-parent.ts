import { Worker } from 'node:worker_threads'

/**
 * Kills this process when its parent has ended, also one that was killed. Uses a thread, because the main one may be busy
 * for ever.
 */
export function endWithParent(): void {
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 200)`
  new Worker(watch, { eval: true }).unref()
}
