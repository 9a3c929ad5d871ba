import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** How often a waiting process looks. */
const LOOK_MS = 500

/**
 * Runs `work` while no other process of this folder does: the others wait. The file `path` names the process that works; one
 * that a dead process left is taken over, also when another process has its number since then.
 */
export async function alone(path, work, { waiting = () => {}, lookMs = LOOK_MS } = {}) {
  for (let tries = 0; !take(path); tries++) {
    if (tries === 0) waiting()
    await delay(lookMs)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** Takes the lock; false = another process has it. */
function take(path) {
  const own = `${path}.${process.pid}`
  writeFileSync(own, holder(process.pid))
  try {
    // A link is made whole or not at all, so that nobody reads half a lock.
    linkSync(own, path)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    removeIfDead(path)
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

function removeIfDead(path) {
  try {
    const found = readFileSync(path, 'utf8')
    const { ino } = statSync(path)
    const [pid] = found.split(' ')
    if (isRunning(Number(pid)) && holder(pid) === found) return
    // Another process may have taken it over since it was read.
    if (statSync(path).ino === ino) rmSync(path, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Returns the number of a process with its start time, because numbers are used again. Only Linux tells it here. */
function holder(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return `${pid} ${fields[19]}`
  } catch {
    return `${pid} `
  }
}
