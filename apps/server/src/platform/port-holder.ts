// Finds the process that listens on a port, on Linux.
import { readdir, readFile, readlink } from 'node:fs/promises'

export interface PortHolder {
  readonly pid: number
  /** Its command line, cut to a readable length. */
  readonly command: string
}

const LISTENING = '0A'
const COMMAND_CHARACTERS = 100

/** Returns the process that listens on a TCP port; undefined where it cannot be found: another user's, or not Linux. */
export async function holderOf(port: number): Promise<PortHolder | undefined> {
  const sockets = new Set((await inodesOf(port)).map((inode) => `socket:[${inode}]`))
  if (sockets.size === 0) return undefined
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    if (!(await hasOneOf(pid, sockets))) continue
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return { pid: Number(pid), command: line.replaceAll('\0', ' ').trim().slice(0, COMMAND_CHARACTERS) }
  }
  return undefined
}

/** Returns the inodes of the sockets that listen on a port, of both kinds of addresses. */
async function inodesOf(port: number): Promise<string[]> {
  const hexadecimal = port.toString(16).toUpperCase().padStart(4, '0')
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  )
  return tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local, , state, , , , , , inode] = line.trim().split(' ').filter(Boolean)
      return inode && state === LISTENING && local?.endsWith(`:${hexadecimal}`) ? [inode] : []
    }),
  )
}

async function hasOneOf(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')))
  return links.some((link) => sockets.has(link))
}
