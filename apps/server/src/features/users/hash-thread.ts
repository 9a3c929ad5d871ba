// Hashes and compares passwords in a thread of its own with a low priority, so that requests come first.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { HashTask, HashReply } from './hash-threads.ts'

const NICENESS = 10

// Only Linux has a priority for each thread; elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(NICENESS)

parentPort?.on('message', ({ id, task }: { id: number; task: HashTask }) =>
  parentPort?.postMessage({ id, ...replyTo(task) }),
)

function replyTo(task: HashTask): HashReply {
  try {
    const { password } = task
    return {
      result: 'hashed' in task ? verifySync(task.hashed, password) : hashSync(password, task.options),
    }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
