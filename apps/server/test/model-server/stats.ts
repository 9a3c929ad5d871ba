import type { IncomingHttpHeaders } from 'node:http'

/** What the server saw. `open` streams are neither finished nor abandoned by the client yet. */
export interface Stats {
  requests: number
  /** Connections accepted. */
  connections: number
  open: number
  peakOpen: number
  finished: number
  abandoned: number
  tokens: number
  /** Bytes of a line without an end that the client let itself be sent. */
  longLineBytes: number
  lastBody: Record<string, unknown> | null
  lastHeaders: IncomingHttpHeaders | null
  byPath: Record<string, number>
}

export function freshStats(open = 0): Stats {
  return {
    requests: 0,
    connections: 0,
    open,
    peakOpen: open,
    finished: 0,
    abandoned: 0,
    tokens: 0,
    longLineBytes: 0,
    lastBody: null,
    lastHeaders: null,
    byPath: {},
  }
}
