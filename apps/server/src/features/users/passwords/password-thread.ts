// Hashes, compares and judges passwords in a thread of its own with a low priority, so that requests come first.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { judge } from './judge.ts'
import type { PasswordReply, PasswordTask } from './password-threads.ts'

const NICENESS = 10

// Only Linux has a priority for each thread; elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(NICENESS)

parentPort?.on('message', (message: { id: number; task: PasswordTask }) => void answer(message))

async function answer({ id, task }: { id: number; task: PasswordTask }): Promise<void> {
  parentPort?.postMessage({ id, ...(await replyTo(task)) })
}

async function replyTo(task: PasswordTask): Promise<PasswordReply> {
  try {
    return { result: await resultOf(task) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

function resultOf(task: PasswordTask): Promise<number> | string | boolean {
  if ('known' in task) return judge(task.password, task.known)
  return 'hashed' in task ? verifySync(task.hashed, task.password) : hashSync(task.password, task.options)
}
