// Requests to a server of the test, for the tests of several files.
import type { AnsweringServer } from '#test/answering-server.ts'
import { openLog } from '../../log.ts'
import { openOutbound, type Outbound, type OutboundOptions } from '../index.ts'

const log = openLog('silent')

export const failureOf = async (fetched: Promise<unknown>): Promise<unknown> =>
  fetched.then(
    () => undefined,
    (error: unknown) => error,
  )

export function outboundTo(web: () => AnsweringServer) {
  /** As in the product except for the port. Names resolve to `names`. */
  function guarded(
    names: Readonly<Record<string, readonly string[]>> = {},
    more: Partial<OutboundOptions> = {},
  ): Outbound {
    const resolve = async (host: string): Promise<readonly string[]> => {
      const found = names[host]
      if (!found) throw new Error('ENOTFOUND')
      return found
    }
    return openOutbound({ log, ports: [80, 443, web().port], resolve, ...more })
  }

  /** Treats 127.0.0.1 as the only public address. */
  function pretending(
    names: Readonly<Record<string, readonly string[]>> = { 'site.test': ['127.0.0.1'] },
  ): Outbound {
    return guarded(names, { policy: { allows: (address) => address === '127.0.0.1' } })
  }
  return { guarded, pretending }
}
