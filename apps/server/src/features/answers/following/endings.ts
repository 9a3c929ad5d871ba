// How answers end: whether one did, waiting for it, and making it.
import type { Message } from '@polylogue/contract'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Database } from '../../../platform/db/index.ts'
import { Problem } from '../../../problem.ts'
import { answerPolicy } from '../policy.ts'
import { loggedEvents, type Recorder } from '../recording/index.ts'
import { followRemote, type RemoteReader } from './follower.ts'
import { findFollowed, type Followed } from './store.ts'

/** What following an answer uses of the rest of the system. */
export interface FollowingGiven {
  readonly db: Pick<Database, 'pool' | 'orm'>
  readonly bus: Pick<Bus, 'on' | 'publish'>
  readonly recorder: Pick<Recorder, 'find'>
  /** Finished messages as they are sent; for readers whose access was asked already. */
  readonly queries: { messages(ids: readonly number[]): Promise<Map<number, Message>> }
}

/** Reads for the process itself, which does nothing with the message. */
const NOBODY = { after: 0, can: { rate: false, remove: false, stop: false } }

/** How long a stop waits for the process that answers to say that it ended. */
const STOP_MS = 10_000

/** A message once it is finished. @throws Problem NOT_FOUND when there is none */
export async function finished(
  given: FollowingGiven,
  messageId: number,
): Promise<{ followed: Followed; message: Message } | undefined> {
  const followed = await findFollowed(given.db.pool, messageId)
  if (!followed) throw new Problem('NOT_FOUND', { thing: answerPolicy.thing })
  if (followed.state < 2) return undefined
  const message = (await given.queries.messages([messageId])).get(messageId)
  if (!message) throw new Problem('NOT_FOUND', { thing: answerPolicy.thing })
  return { followed, message }
}

/** Reads an answer that another process makes. */
export function remoteReader(given: FollowingGiven): RemoteReader {
  return {
    logged: (messageId, fromSeq) => loggedEvents(given.db.pool, messageId, fromSeq),
    finished: (messageId) => finished(given, messageId),
    onGrew: (messageId, hear) =>
      given.bus.on('answer.grew', (event) => {
        if (event.messageIds.includes(messageId)) hear()
      }),
  }
}

/** Waits until an answer ended, wherever it is made, or until `signal`. @throws Problem NOT_FOUND when it is gone */
export async function untilEnded(
  given: FollowingGiven,
  messageId: number,
  signal: AbortSignal,
): Promise<void> {
  const live = given.recorder.find(messageId)
  if (live) return live.ended
  await followRemote(messageId, NOBODY, remoteReader(given)).follow(() => undefined, signal)
}

/** Stops an answer, wherever it is made, and waits for its end. @throws Problem NOT_FOUND when there is none */
export async function stopAnswer(given: FollowingGiven, messageId: number): Promise<void> {
  const live = given.recorder.find(messageId)
  if (live) live.stop.abort()
  else if (await finished(given, messageId)) return
  else await given.bus.publish(given.db.orm, { type: 'answer.stopped', messageId })
  await untilEnded(given, messageId, AbortSignal.timeout(STOP_MS))
}
