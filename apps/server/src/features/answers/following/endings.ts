// The ends of answers: detecting them, waiting for them, and stopping answers.
import type { Message } from '@polylogue/contract'
import type { Bus } from '#platform/bus.ts'
import { passingOf } from '#platform/isolate-failures.ts'
import type { Database } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { answerPolicy } from '../policy.ts'
import { loggedEvents } from '../recording/store.ts'
import type { Recorder } from '../recording/recorder.ts'
import { followRemote, type RemoteReader } from './follower.ts'
import { findFollowed, type Followed } from './store.ts'

/** Dependencies of following an answer. */
export interface FollowingDeps {
  readonly db: Pick<Database, 'pool' | 'orm' | 'problemOf'>
  readonly bus: Pick<Bus, 'on' | 'publish'>
  readonly recorder: Pick<Recorder, 'find'>
  /** Returns finished messages in their response form, without an access check. */
  readonly queries: { messages(ids: readonly number[]): Promise<Map<number, Message>> }
}

/** The viewer for reads by the process itself, which does not use the permissions. */
const NOBODY = { after: 0, can: { rate: false, remove: false, stop: false } }

/** How long a stop waits for the other process to report the end. */
const STOP_MS = 10_000

/** Returns a message once it is finished. @throws Problem NOT_FOUND when it is missing */
export async function finished(
  deps: FollowingDeps,
  messageId: number,
): Promise<{ followed: Followed; message: Message } | undefined> {
  const followed = await findFollowed(deps.db.pool, messageId)
  if (!followed) throw new Problem('NOT_FOUND', { thing: answerPolicy.thing })
  if (followed.state < 2) return undefined
  const message = (await deps.queries.messages([messageId])).get(messageId)
  if (!message) throw new Problem('NOT_FOUND', { thing: answerPolicy.thing })
  return { followed, message }
}

/** Reads an answer that another process makes. */
export function remoteReader(deps: FollowingDeps): RemoteReader {
  return {
    logged: (messageId, fromSeq) => loggedEvents(deps.db.pool, messageId, fromSeq),
    finished: (messageId) => finished(deps, messageId),
    mayPass: passingOf(deps.db),
    onGrew(messageId, onChange) {
      const left = [
        deps.bus.on('answer.grew', (event) => {
          if (event.messageIds.includes(messageId)) onChange()
        }),
        deps.bus.on('message.ended', (event) => {
          if (event.messageId === messageId) onChange()
        }),
      ]
      return () => left.forEach((leave) => leave())
    },
  }
}

/** Waits until an answer ended, in any process, or until `signal`. @throws Problem NOT_FOUND when it is deleted */
export async function untilEnded(deps: FollowingDeps, messageId: number, signal: AbortSignal): Promise<void> {
  const live = deps.recorder.find(messageId)
  if (live) return live.ended
  await followRemote(messageId, NOBODY, remoteReader(deps)).follow(() => undefined, signal)
}

/** Stops an answer in any process, and waits for its end. @throws Problem NOT_FOUND when it is missing */
export async function stopAnswer(deps: FollowingDeps, messageId: number): Promise<void> {
  const live = deps.recorder.find(messageId)
  if (live) live.stop.abort()
  else if (await finished(deps, messageId)) return
  else await deps.bus.publish(deps.db.orm, { type: 'answer.stopped', messageId })
  await untilEnded(deps, messageId, AbortSignal.timeout(STOP_MS))
}
