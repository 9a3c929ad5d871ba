// Pushes changes of models to all users, and the progress of deployments to those who may deploy; batches both.
import { LIVE, type Deployment, type LiveMessage } from '@polylogue/contract'
import type { Bus } from '../../platform/bus/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Connections } from './connections.ts'
import { gather } from './gather.ts'

/** Batch interval of model changes: each one makes every connected page refetch the list. */
const GATHER_MODELS_MS = 300
const GATHER_DEPLOYMENTS_MS = 50

export interface ModelsNotifierDeps {
  readonly bus: Pick<Bus, 'on'>
  readonly connections: Connections
  readonly models: { deploymentsOf(tagIds: readonly number[]): Promise<Deployment[]> }
  readonly log: Log
}

/** Subscribes to models and deployments until the returned function is called. */
export function notifyOfModels({ bus, connections, models, log }: ModelsNotifierDeps): () => void {
  const changed = gather(GATHER_MODELS_MS, () => connections.sendToAll([CHANGED], 'everybody'))
  const further = gather(GATHER_DEPLOYMENTS_MS, (tagIds) => {
    models
      .deploymentsOf(tagIds)
      .then((deployments) => connections.sendToAll(deployments.map(messageOf), 'deployers'))
      .catch((error: unknown) => log.warn({ err: error }, 'nobody was told how far deployments are'))
  })
  const left = [
    bus.on('models.changed', () => changed.take(0)),
    bus.on('deployment.changed', ({ modelTagId }) => {
      if (connections.hasDeployers) further.take(modelTagId)
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
