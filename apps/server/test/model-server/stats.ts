import type { IncomingHttpHeaders } from 'node:http'

/** Statistics of the server. `open` streams are neither finished nor abandoned by the client. */
export interface Stats {
  requests: number
  /** Connections accepted. */
  connections: number
  open: number
  peakOpen: number
  finished: number
  abandoned: number
  tokens: number
  /** Bytes of an endless line that the client accepted. */
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
