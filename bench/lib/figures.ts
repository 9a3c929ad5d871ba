// Resource usage of a process, and statistics of samples.
import { readFileSync } from 'node:fs'

/** Returns percentiles of samples, in their unit; undefined without samples. */
export function summary(samples: readonly number[]) {
  if (samples.length === 0) return undefined
  const sorted = Float64Array.from(samples).sort()
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: round(sorted.at(-1) ?? 0) }
}

const round = (value: number) => Math.round(value * 100) / 100

/** Returns the CPU seconds of all threads of a process so far and its resident memory in MB; Linux only. */
export function processUse(pid: number): { cpuSeconds: number; rssMb: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
    rssMb: Math.round(Number(rss) / 1024),
  }
}
