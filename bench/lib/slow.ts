// How slow the browser is that pages are measured in.

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

/** A browser that does nothing by itself. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
]
