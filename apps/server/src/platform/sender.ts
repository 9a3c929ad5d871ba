// The request that the running code belongs to: its sender, so that senders can take turns at shared resources, and its id
// for the log.
import { AsyncLocalStorage } from 'node:async_hooks'

interface Request {
  readonly sender: string
  readonly id: string | undefined
}

const OWN: Request = { sender: '', id: undefined }

const requests = new AsyncLocalStorage<Request>()

/** Runs work, and all that it starts, for a sender; `requestId` is for the log. */
export const asSender = <Result>(sender: string, work: () => Result, requestId?: string): Result =>
  requests.run({ sender, id: requestId }, work)

/** Runs work of the process itself, which a request has only started. */
export const asProcess = <Result>(work: () => Result): Result => requests.run(OWN, work)

/** Returns the sender of the running code; an empty text for the process's own work. */
export const currentSender = (): string => requests.getStore()?.sender ?? ''

/** Returns the id of the request that the running code belongs to; undefined for the process's own work. */
export const currentRequestId = (): string | undefined => requests.getStore()?.id
