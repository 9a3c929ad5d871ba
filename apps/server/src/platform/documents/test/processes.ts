import { readFile, readdir } from 'node:fs/promises'

/** Returns the processes with this program, and whose child each is. */
export async function processes(program: string): Promise<{ pid: number; parent: number }[]> {
  const found = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const [stat = '', command = ''] = await Promise.all(
          ['stat', 'cmdline'].map((part) => readFile(`/proc/${pid}/${part}`, 'utf8').catch(() => '')),
        )
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return command.includes(program) && state !== 'Z'
          ? [{ pid: Number(pid), parent: Number(parent) }]
          : []
      }),
  )
  return found.flat()
}

/** Returns the readers that the hosts of this process have started. */
export async function ownReaders(): Promise<number[]> {
  const hosts = (await processes('documents-host')).filter(({ parent }) => parent === process.pid)
  const own = new Set(hosts.map(({ pid }) => pid))
  return (await processes('extract-child')).filter(({ parent }) => own.has(parent)).map(({ pid }) => pid)
}

/** Ends each reader that appears, until the work is over. Returns how many it ended. */
export async function endReadersDuring(work: Promise<unknown>): Promise<number> {
  const ended = new Set<number>()
  const over = work.then(
    () => true,
    () => true,
  )
  while (!(await Promise.race([over, new Promise<boolean>((resolve) => setTimeout(resolve, 10, false))])))
    for (const pid of await ownReaders()) if (!ended.has(pid) && end(pid)) ended.add(pid)
  return ended.size
}

/** Whether the process was still there to be ended. */
function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
