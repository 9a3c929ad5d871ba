// Starts the built product where it must refuse to start.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bareEnv } from '../bare-env.ts'

const start = join(import.meta.dirname, '../../dist/start.js')

/** Resolves when the process has ended, with its exit code, its output and the milliseconds that it took. */
export async function startAndFail(env: Record<string, string>, args: readonly string[] = []) {
  const began = performance.now()
  const child = spawn(process.execPath, [start, ...args], {
    env: bareEnv({ PORT: '0', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output: output.trim(), ms: performance.now() - began }
}
