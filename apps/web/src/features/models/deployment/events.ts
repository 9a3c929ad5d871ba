// Handles live events about models: deployment progress, and other changes.
import type { Deployment } from '@polylogue/contract'
import { DEPLOYMENT_STATES } from '@polylogue/contract/browser'
import type { LiveData, LivePage } from '#features/live/index.ts'
import { providerKeys } from '#features/providers/keys.ts'
import { modelKeys } from '../keys.ts'

/** A download sends several events a second: throttles refetching to this interval, in milliseconds. */
const DEPLOYMENT_GAP_MS = 1_000
/** Throttle interval for the model lists, which many pages use but nobody watches. */
const MODELS_GAP_MS = 2_000

/** Applies deployment progress to the cache at once and refetches whatever else may have changed. */
export function onDeploymentEvent(page: Omit<LivePage, 'api'>, data: LiveData): void {
  const { modelId, modelTagId } = data
  if (typeof modelId !== 'number' || typeof modelTagId !== 'number') return refetchModels(page)
  const before = page.cache
    .getQueryData<Deployment[]>(modelKeys.deployments(modelId))
    ?.find((one) => one.modelTagId === modelTagId)
  const now = before && further(before, data)
  if (now)
    page.cache.setQueryData<Deployment[]>(modelKeys.deployments(modelId), (known = []) =>
      known.map((one) => (one.modelTagId === modelTagId ? now : one)),
    )
  // Progress in bytes changes nothing else.
  if (now && now.state === before.state && now.wanted === before.wanted) return
  page.refresh.ask({ queryKey: modelKeys.deployments(modelId) }, DEPLOYMENT_GAP_MS)
  if (now) refetchModels(page)
}

function refetchModels({ refresh }: Pick<LivePage, 'refresh'>): void {
  refresh.ask({ queryKey: modelKeys.all }, MODELS_GAP_MS)
  refresh.ask({ queryKey: providerKeys.all }, MODELS_GAP_MS)
}

/** Returns a deployment updated by an event; undefined when the event contains no state. */
function further(before: Deployment, data: LiveData): Deployment | undefined {
  const state = DEPLOYMENT_STATES.find((one) => one === data['state'])
  if (!state) return undefined
  const number = (name: 'done' | 'total') => {
    const value = data[name]
    return typeof value === 'number' ? value : before[name]
  }
  const text = (name: 'errorCode' | 'errorMessage' | 'began') => {
    const value = data[name]
    return typeof value === 'string' || value === null ? value : before[name]
  }
  const { wanted, percent } = data
  return {
    ...before,
    state,
    wanted: typeof wanted === 'boolean' ? wanted : before.wanted,
    done: number('done'),
    total: number('total'),
    percent: typeof percent === 'number' || percent === null ? percent : before.percent,
    errorCode: text('errorCode'),
    errorMessage: text('errorMessage'),
    began: text('began'),
  }
}
