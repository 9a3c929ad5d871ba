import { spawn } from 'node:child_process'
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

/**
 * Stops this process when its parent is gone. npm starts scripts through a shell and sends SIGTERM only to that shell:
 * without this, stopping `npm start` would leave the server running.
 */
export function stopWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}
