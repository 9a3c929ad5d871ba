// The browser that pages are measured in, and how slow it is.
import { BROWSER_FLAGS } from '../../e2e/chromium.ts'

/** How much slower than this machine the browser's processor is. */
export const SLOWER = 4

/** Slow 4G as Lighthouse has it: 150 ms there and back, 1.6 Mbit/s. */
export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
}

export const VIEWPORT = { width: 1440, height: 900 }

export const MEASURED_FLAGS = [...BROWSER_FLAGS, '--enable-precise-memory-info']
