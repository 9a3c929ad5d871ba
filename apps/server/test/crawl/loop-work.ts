// Measures how long the turns of this thread's event loop are, in processor time: other work of the machine does not count.

export interface LoopWork {
  begin(): void
  /** Returns the processor time in milliseconds of the longest turn since `begin`. */
  longest(): number
  end(): void
}

/** Short turns within one step count together. */
const STEP_MS = 4

export function measureLoop(): LoopWork {
  let before = worked()
  let longest = 0
  const look = (): void => {
    const now = worked()
    longest = Math.max(longest, now - before)
    before = now
  }
  const timer = setInterval(look, STEP_MS)
  return {
    begin() {
      longest = 0
      before = worked()
    },
    longest() {
      look()
      return longest
    },
    end: () => clearInterval(timer),
  }
}

function worked(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
