import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'

/**
 * Runs a program in the foreground: shares the terminal, forwards signals and resolves with the exit code that a shell would
 * report (128 + n after signal n). Calls `hear` with its stderr, which is also passed on.
 */
export function runInPlace(command, args, { hear, ...options } = {}) {
  // Its own process group: Ctrl-C in a terminal reaches the whole group, and with forwarding the program would receive the
  // signal twice.
  const child = spawn(command, args, { stdio: 'inherit', detached: process.platform !== 'win32', ...options })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    process.stderr.write(text)
    hear?.(text)
  })
  const forward = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

/** Runs a program and resolves with its exit code and all its output, in order. */
export function runQuietly(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text) => (output += text))
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Returns the environment of a program that ends when this process is gone, even when it was killed. */
export const startedByThis = () => ({ ...process.env, PLG_STARTED_BY: String(process.pid) })

/**
 * Stops this process when the one that started it is gone. npm starts scripts through a shell and sends SIGTERM only to that
 * shell, and a killed npm sends nothing: without this, the server would keep running.
 */
export function stopWithParent() {
  const isOurs = process.env.PLG_STARTED_BY === String(process.ppid)
  // Programs that this script starts have another parent.
  delete process.env.PLG_STARTED_BY
  if (!isOurs && !process.env.npm_lifecycle_event) return
  const before = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/** Returns the parent, and on Linux its parent: of a script of npm the shell, and npm. */
function ancestors() {
  const parent = process.ppid
  try {
    // The name in parentheses may contain anything.
    const [, grandparent] = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return `${parent} ${process.env.npm_lifecycle_event ? grandparent : ''}`
  } catch {
    return `${parent} `
  }
}
