// Presents the deployment state of a model: what is in progress, and which actions are possible.
import type { Deployment, Model, ModelTag, Provider } from '@polylogue/contract'
import { GUIDE } from '../choice.ts'

/** States that end without user action. */
const BUSY: readonly Deployment['state'][] = ['waiting', 'fetching', 'checking', 'loading']

/** Returns whether a tag is being deployed. A tag that is stored and wanted waits to be loaded. */
export const isBusy = ({ state, wanted }: Deployment): boolean =>
  BUSY.includes(state) || (wanted && state === 'stored')

/** The state of a family in one word. `failed` and `busy` contain the tag concerned. */
export type FamilyState =
  | { kind: 'busy' | 'failed'; tag: ModelTag; deployment: Deployment }
  | { kind: 'deployed'; count: number }
  | { kind: 'deactivated' | 'idle' }

export function familyStateOf(model: Model, deployments: readonly Deployment[]): FamilyState {
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

/** Returns the provider of a model, matched by name. */
export const providerOf = (model: Model, providers: readonly Provider[]): Provider | undefined =>
  providers.find(({ name, providerId }) => name === model.provider && providerId === model.providerId)

/** Why an action is not possible for a tag. */
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

/** Returns the bytes of a family on disk and in memory; null while no tag reports them. */
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

/** Returns the remaining seconds of a download at its average speed so far; undefined while there is too little data. */
export function secondsLeft(
  from: { at: number; done: number },
  now: { at: number; done: number; total: number },
): number | undefined {
  const passed = (now.at - from.at) / 1_000
  const came = now.done - from.done
  if (passed < 3 || came <= 0 || now.total <= now.done) return undefined
  return Math.ceil((now.total - now.done) / (came / passed))
}
