// What a deployment means for people: what is going on, and what can be done next.
import type { Deployment, Model, ModelTag, Provider } from '@polylogue/contract'
import { GUIDE } from './choice.ts'

/** Something is going on that ends by itself. */
const BUSY: readonly Deployment['state'][] = ['waiting', 'fetching', 'checking', 'loading']

/** Whether a tag is on its way. Stored and wanted, it waits to be loaded. */
export const isBusy = ({ state, wanted }: Deployment): boolean =>
  BUSY.includes(state) || (wanted && state === 'stored')

/** How a family is, in a word. `failed` and `busy` name the tag that it is about. */
export type Standing =
  | { kind: 'busy' | 'failed'; tag: ModelTag; deployment: Deployment }
  | { kind: 'deployed'; count: number }
  | { kind: 'deactivated' | 'idle' }

export function standingOf(model: Model, deployments: readonly Deployment[]): Standing {
  for (const kind of ['busy', 'failed'] as const) {
    const deployment = deployments.find((one) =>
      kind === 'busy' ? isBusy(one) : one.state === 'failed' && one.wanted,
    )
    const tag = model.tags.find(({ id }) => id === deployment?.modelTagId)
    if (deployment && tag) return { kind, tag, deployment }
  }
  if (model.state !== 1) return { kind: 'deactivated' }
  const count = model.tags.filter(({ deployed }) => deployed).length
  return count > 0 ? { kind: 'deployed', count } : { kind: 'idle' }
}

/** The provider a model comes from, as far as names tell. */
export const providerOf = (model: Model, providers: readonly Provider[]): Provider | undefined =>
  providers.find(({ name, providerId }) => name === model.provider && providerId === model.providerId)

/** Why something cannot be done with a tag; undefined when it can. */
export type Obstacle = 'guide' | 'elsewhere' | 'nothing'

export const deployObstacle = (model: Model): Obstacle | undefined =>
  model.id === GUIDE.modelId ? 'guide' : undefined

export function removeObstacle(
  model: Model,
  tag: ModelTag,
  provider: Provider | undefined,
  deployment: Deployment | undefined,
): Obstacle | undefined {
  if (model.id === GUIDE.modelId) return 'guide'
  if (provider && !provider.can.remove) return 'elsewhere'
  const isThere = tag.deployed || (tag.size ?? 0) > 0 || (deployment && deployment.state !== 'absent')
  return isThere ? undefined : 'nothing'
}

/** Bytes of a family on disk, and in memory; null while no tag tells. */
export function figuresOf(model: Model): {
  disk: number | null
  memory: number | null
  context: number | null
} {
  return {
    disk: sumOf(model.tags.map(({ size }) => size)),
    memory: sumOf(model.tags.map(({ memory }) => memory)),
    context: model.tags.reduce<number | null>(
      (most, { contextLength }) => (contextLength === null ? most : Math.max(most ?? 0, contextLength)),
      null,
    ),
  }
}

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null
}

/** Seconds until a download is through, at the pace since it was first seen; undefined while there is too little to tell. */
export function secondsLeft(
  from: { at: number; done: number },
  now: { at: number; done: number; total: number },
): number | undefined {
  const passed = (now.at - from.at) / 1_000
  const came = now.done - from.done
  if (passed < 3 || came <= 0 || now.total <= now.done) return undefined
  return Math.ceil((now.total - now.done) / (came / passed))
}
