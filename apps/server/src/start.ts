// Starts the server (`start.js`) or a command (`start.js backup FILE`, `start.js restore FILE`, `start.js adopt-media`)
// with the needed Node options. Node reads them only at its start, so the process replaces itself.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ALLOCATOR, NODE_OPTIONS } from './platform/node-options.ts'

/** The oldest Node that reads the other programs; this one is also read by older ones. */
const NEEDED = 24
const COMMANDS = ['backup', 'restore', 'adopt-media']

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `This is Node ${process.versions.node}; Node ${NEEDED} or newer is needed. Install it from https://nodejs.org, or use \`npm start\` in the repository, which brings its own.\n`,
  )
  process.exit(2)
}

const [first, ...rest] = process.argv.slice(2)
const [program, args] = first && COMMANDS.includes(first) ? [first, rest] : ['main', process.argv.slice(2)]
const env = { ...ALLOCATOR, ...process.env }
const command = [...NODE_OPTIONS, join(import.meta.dirname, `${program}.js`), ...args]

// Windows cannot replace a process.
if (process.execve && process.platform !== 'win32')
  process.execve(process.execPath, [process.execPath, ...command], env)
else {
  const ofChild = 'PLG_STARTED_BY' in env ? { ...env, PLG_STARTED_BY: String(process.pid) } : env
  process.exit(spawnSync(process.execPath, command, { stdio: 'inherit', env: ofChild }).status ?? 1)
}
