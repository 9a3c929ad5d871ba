// What exists of daily e-mails where a mail server is configured. Loaded only then.
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts'
import { digestJobs } from './jobs.ts'
import { sendDue } from './sending.ts'
import { digestService, offAddress, type DigestService, type DigestServiceDeps } from './service.ts'
import type { Database } from '#platform/db/index.ts'

export interface OpenDigestDeps extends Omit<DigestServiceDeps, 'ending'> {
  readonly db: Database
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly hour: number
}

export interface OpenDigest {
  readonly service: DigestService
  readonly jobs: readonly JobKind<never>[]
  close(): Promise<void>
}

/** How long the e-mail that is being sent has to end when the server stops. */
const ENDING_MS = 2_000

export function openDigest(deps: OpenDigestDeps): OpenDigest {
  const ending = new AbortController()
  const cut = new AbortController()
  let running: Promise<unknown> | undefined
  const offOf = (uuid: string) => offAddress(deps.secrets, deps.place.publicUrl, uuid)
  const send = async (slot: Date) => {
    // What is due while it runs is sent by it, or by the job that it leaves.
    if (running) return false
    const sending = sendDue({ ...deps, offOf }, slot, { ending: ending.signal, cut: cut.signal })
    running = sending.then(
      () => (running = undefined),
      () => (running = undefined),
    )
    return sending
  }
  return {
    service: digestService({ ...deps, ending: cut.signal }),
    jobs: digestJobs({ ...deps, send }),
    async close() {
      ending.abort()
      const timer = setTimeout(() => cut.abort(), ENDING_MS)
      await running
      clearTimeout(timer)
      cut.abort()
    },
  }
}
