import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Runs a program to its end in this process's place: shares its terminal, hands it our signals, and
 * resolves with the exit code that a shell would report (128 + n after signal n). `hear` is told what it
 * says on its error output, which is passed on as well.
 */
export function runInPlace(command, args, { hear, ...options } = {}) {
  // A group of its own: Ctrl-C in a terminal reaches the whole group, and passing it on as well would
  // make the program see two.
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

/** Runs a program to its end and resolves with its exit code and everything it printed, in order. */
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
 * Asks this process to stop once its parent is gone. npm starts scripts through a shell and passes its
 * own SIGTERM to that shell only: without this, stopping `npm start` would leave the server running.
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
