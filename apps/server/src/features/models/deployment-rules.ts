// Pure decisions about deployments: the next steps, the state, and the retries.
import { DEPLOYMENT_STATES, type Deployment } from '@polylogue/contract'
import { EngineError, type EngineAbilities, type EngineErrorCode } from '#engines/engine.ts'
import { engineProblem } from '#engines/problems.ts'
import { Problem } from '#problem.ts'

type Can = Pick<EngineAbilities, 'fetch' | 'load'>

interface TagFacts {
  readonly modelId: number
  readonly modelTagId: number
  readonly deployed: boolean
  readonly kept: boolean
  readonly present: boolean
  readonly memoryBytes: number | null
}

/** Returns the steps that are missing until a wanted tag is deployed. */
export function stepsOf(
  { present, memoryBytes }: Pick<TagFacts, 'present' | 'memoryBytes'>,
  can: Can,
): ('fetch' | 'load')[] {
  const steps: ('fetch' | 'load')[] = []
  if (!present && can.fetch) steps.push('fetch')
  if (memoryBytes === null && can.load && (present || can.fetch)) steps.push('load')
  return steps
}

/**
 * Jobs of a queue share slots. Each provider has one queue for downloads and one for memory, so that a long download does not
 * block loading.
 */
export type QueueName = `${'fetch' | 'memory'} ${number}`

/** Maximum number of concurrent jobs of a queue. */
export const QUEUE_CONCURRENCY = 2

export function queueOf(tag: { providerId: number; deployed: boolean; present: boolean }): QueueName {
  return `${tag.deployed && !tag.present ? 'fetch' : 'memory'} ${tag.providerId}`
}

interface Ongoing {
  readonly state: string | null
  readonly doneBytes: number | null
  readonly totalBytes: number | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly began: Date | null
}

/** Maps a tag to its deployment. For a tag that is not wanted, only whether it is downloaded. */
export function toDeploymentResponse(tag: TagFacts & Ongoing, can: Pick<Can, 'load'>): Deployment {
  const { modelId, modelTagId, deployed: wanted } = tag
  const ids = { modelId, modelTagId, wanted }
  const going = wanted ? DEPLOYMENT_STATES.find((state) => state === tag.state) : undefined
  const nothing = { done: 0, total: 0, percent: null, errorCode: null, errorMessage: null, began: null }
  if (!going) return { ...ids, ...nothing, state: restingState(tag, can) }
  const [done, total] = [tag.doneBytes ?? 0, tag.totalBytes ?? 0]
  return {
    ...ids,
    state: going,
    done,
    total,
    percent: total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : null,
    errorCode: tag.errorCode,
    errorMessage: tag.errorMessage,
    began: tag.began?.toISOString() ?? null,
  }
}

/** A discovered tag is loaded by its engine on demand and so is ready; a kept one is ready when it is in memory. */
function restingState({ present, deployed, kept, memoryBytes }: TagFacts, can: Pick<Can, 'load'>) {
  if (!present) return 'absent'
  return deployed && (memoryBytes !== null || !kept || !can.load) ? 'ready' : 'stored'
}

/** Transient failures, which are retried. */
const PASSING: readonly EngineErrorCode[] = [
  'unreachable',
  'busy',
  'rate-limited',
  'timeout',
  'broken-stream',
  'crashed',
]

const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 3_600_000

export interface Failure {
  readonly code: string
  readonly message: string
  /** Milliseconds until the retry; null for no retry. */
  readonly againInMs: number | null
  readonly attempts: number
  readonly isDefect: boolean
}

/** Returns what is stored of a failure, depending on the number of earlier ones. */
export function failureOf(
  error: unknown,
  tag: { providerName: string; fullName: string },
  earlier: number,
): Failure {
  const attempts = earlier + 1
  if (error instanceof EngineError) {
    const { code, message } = deploymentProblem(error, tag)
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(earlier, 10))
    const againInMs = PASSING.includes(error.code) ? Math.max(wait, error.retryAfterMs ?? 0) : null
    return { code, message, againInMs, attempts, isDefect: false }
  }
  if (error instanceof Problem)
    return { code: error.code, message: error.message, againInMs: null, attempts, isDefect: false }
  const sentence = 'Something failed on the server. It was logged. Deploy the model again.'
  return { code: 'UNEXPECTED', message: sentence, againInMs: null, attempts, isDefect: true }
}

/** Maps an engine's failure to a message about a deployment instead of an answer. */
export function deploymentProblem(
  error: EngineError,
  { providerName: provider, fullName: model }: { providerName: string; fullName: string },
): Problem {
  const problem = engineProblem(error, { provider, model })
  const { code, reason } = error
  const said =
    reason === undefined || code === 'bad-request'
      ? DEPLOYING[code]?.(provider, model, error)
      : `${model} is not ready: ${reason}.`
  return said === undefined
    ? problem
    : new Problem(problem.code, problem.params, { sentence: said, cause: error })
}

const DEPLOYING: Partial<
  Record<EngineErrorCode, (provider: string, model: string, error: EngineError) => string>
> = {
  unreachable: (provider) => `The model server of ${provider} cannot be reached. Check that it is running.`,
  'not-found': (provider, model) => `The model server of ${provider} does not have ${model}. Check the name.`,
  'bad-request': (provider, _, error) =>
    `The model server of ${provider} rejected the request: ${error.reason ?? 'no reason given'}.`,
  'broken-stream': (provider) => `The connection to the model server of ${provider} was lost.`,
  timeout: (provider) => `The model server of ${provider} stopped responding.`,
  'out-of-memory': (_, model) => `There is not enough memory for ${model}. Undeploy another model first.`,
  crashed: (provider) => `The model server of ${provider} ended unexpectedly.`,
  internal: (provider) => `The model server of ${provider} failed.`,
}

const MINUTE_MS = 60_000

/**
 * Returns the wait before a vanished tag is redeployed. Loading may have evicted another tag; without a growing wait two
 * tags that do not fit together would evict each other forever.
 */
export function reloadWaitMs(times: number): number {
  return Math.min(60, 2 ** times) * MINUTE_MS
}
