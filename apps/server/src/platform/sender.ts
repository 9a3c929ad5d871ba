// The sender of the request that the running code belongs to, so that senders can take turns at shared resources.
import { AsyncLocalStorage } from 'node:async_hooks'

const senders = new AsyncLocalStorage<string>()

/** Runs work, and all that it starts, for a sender. */
export const asSender = <Result>(sender: string, work: () => Result): Result => senders.run(sender, work)

/** Runs work of the process itself, which a request has only started. */
export const asProcess = <Result>(work: () => Result): Result => senders.run('', work)

/** Returns the sender of the running code; an empty text for the process's own work. */
export const currentSender = (): string => senders.getStore() ?? ''
