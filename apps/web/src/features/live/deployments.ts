// What is pushed of models: how far a deployment is, or that something about models is different.
import type { Deployment, LiveMessage } from '@polylogue/contract'
import { DEPLOYMENT_STATES } from '@polylogue/contract/browser'
import type { QueryClient } from '@tanstack/react-query'
import { modelKeys } from '../models/keys.ts'
import { providerKeys } from '../providers/keys.ts'
import type { Refresh } from './refresh.ts'

/** A download says several times a second how far it is, and asking costs a request: between two askings so long. */
const DEPLOYMENT_GAP_MS = 1_000
/** The lists of models are behind many a page, and nobody waits for them. */
const MODELS_GAP_MS = 2_000

type Told = LiveMessage['contextData']

/** Shows at once how far a deployment is, and asks anew for what else may be different. */
export function hearOfModels(page: { cache: QueryClient; refresh: Refresh }, told: Told): void {
  const { modelId, modelTagId } = told
  if (typeof modelId !== 'number' || typeof modelTagId !== 'number') return lookAtModels(page.refresh)
  const before = page.cache
    .getQueryData<Deployment[]>(modelKeys.deployments(modelId))
    ?.find((one) => one.modelTagId === modelTagId)
  const now = before && further(before, told)
  if (now)
    page.cache.setQueryData<Deployment[]>(modelKeys.deployments(modelId), (known = []) =>
      known.map((one) => (one.modelTagId === modelTagId ? now : one)),
    )
  // Bytes that came change nothing else.
  if (now && now.state === before.state && now.wanted === before.wanted) return
  page.refresh.ask({ queryKey: modelKeys.deployments(modelId) }, DEPLOYMENT_GAP_MS)
  if (now) lookAtModels(page.refresh)
}

function lookAtModels(refresh: Refresh): void {
  refresh.ask({ queryKey: modelKeys.all }, MODELS_GAP_MS)
  refresh.ask({ queryKey: providerKeys.all }, MODELS_GAP_MS)
}

/** A deployment with what was told of it; undefined when that says no state. */
function further(before: Deployment, told: Told): Deployment | undefined {
  const state = DEPLOYMENT_STATES.find((one) => one === told['state'])
  if (!state) return undefined
  const number = (name: 'done' | 'total') => {
    const value = told[name]
    return typeof value === 'number' ? value : before[name]
  }
  const text = (name: 'errorCode' | 'errorMessage' | 'began') => {
    const value = told[name]
    return typeof value === 'string' || value === null ? value : before[name]
  }
  const { wanted, percent } = told
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
