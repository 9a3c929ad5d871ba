// Pushes changes of models to all users, and the progress of deployments to those who may deploy; batches both.
import { LIVE, type Deployment, type LiveMessage } from '@polylogue/contract'
import type { Bus } from '#platform/bus.ts'
import type { Log } from '#platform/log.ts'
import { openBatch } from '#platform/batch.ts'
import { PAUSES } from '#platform/pauses.ts'
import type { NotificationsFeature } from '#features/notifications/index.ts'

/** The permission to receive the progress of deployments. */
const DEPLOYS = 'can_deploy_model'

export interface ListenerDeps {
  readonly bus: Pick<Bus, 'on'>
  readonly log: Log
  /** How to reach the connected users. */
  readonly live: Pick<NotificationsFeature, 'sendToAll' | 'reaches'>
  readonly deploymentsOf: (tagIds: readonly number[]) => Promise<Deployment[]>
}

/** Tells users of models and deployments until the returned function is called. */
export function listen({ bus, log, live, deploymentsOf }: ListenerDeps): () => void {
  const changed = openBatch(PAUSES.lists, () => live.sendToAll([CHANGED]))
  const further = openBatch<number>(PAUSES.live, (tagIds) =>
    deploymentsOf([...new Set(tagIds)])
      .then((deployments) => live.sendToAll(deployments.map(messageOf), DEPLOYS))
      .catch((error: unknown) => log.warn({ err: error }, 'nobody was told how far deployments are')),
  )
  const left = [
    bus.on('models.changed', () => changed.add([CHANGED])),
    bus.on('deployment.changed', ({ modelTagId }) => {
      if (live.reaches(DEPLOYS)) further.add([modelTagId])
    }),
    changed.close,
    further.close,
  ]
  return () => left.forEach((leave) => leave())
}

const CHANGED: LiveMessage = { context: LIVE.models, uri: '/models', contextData: {} }

/** Returns the progress of a deployment as a message; the reason of a failure is fetched separately. */
function messageOf({ modelId, modelTagId, state, percent, done, total }: Deployment): LiveMessage {
  return {
    context: LIVE.models,
    uri: `/models/${modelId}`,
    contextData: { modelId, modelTagId, state, percent, done, total },
  }
}
