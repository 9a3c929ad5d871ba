import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lowers the priority of a process, so that requests come first. On Linux a priority belongs to a thread: threads take that of the
 * one that starts them, and those that are there already get it here. Does nothing where the system does not allow it.
 */
export function lowerPriority(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return
  set(pid, niceness)
  if (process.platform === 'linux') for (const thread of threadsOf(pid)) set(thread, niceness)
}

function set(id: number, niceness: number): void {
  try {
    setPriority(id, niceness)
  } catch {
    // It has ended, or the system has no priorities.
  }
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
}
