// The browser for page measurements, and its throttling.
import { BROWSER_FLAGS } from '../../e2e/chromium.ts'

/** CPU slowdown relative to this machine. */
export const SLOWER = 4

/** Slow 4G as in Lighthouse: 150 ms round trip, 1.6 Mbit/s. */
export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
}

export const VIEWPORT = { width: 1440, height: 900 }

export const MEASURED_FLAGS = [...BROWSER_FLAGS, '--enable-precise-memory-info']
