// Error messages in the user's language: the web translates the problem codes (API-3).
import type { TFunction } from 'i18next'
import { ApiProblem } from './api.ts'
import { useTranslation } from './texts.ts'

export interface ErrorMessage {
  /** One sentence: what happened, whether anything was lost, what to do. */
  sentence: string
  /** Request id in the server's log; shown where the user has to contact an administrator. */
  requestId: string | undefined
}

/**
 * Returns the message for an error. An unknown code keeps the server's own sentence. `empty`: no text was received yet, so
 * the message does not say that it is kept. With no seconds left to wait, it says to try again.
 */
export function errorMessageOf(error: unknown, t: TFunction<'problems'>, empty = false): ErrorMessage {
  if (!(error instanceof ApiProblem)) return { sentence: t('UNEXPECTED_HERE'), requestId: undefined }
  const values = {
    ...error.params,
    seconds: error.retryAfter ?? 60,
    defaultValue: '',
    ...(error.retryAfter === 0 ? { context: 'over' } : empty ? { context: 'empty' } : {}),
  }
  // Only the server knows which code it sends.
  const say = t as unknown as (key: string, given: object) => string
  const known = say(error.code, values) || say(`refusals:${error.code}`, values)
  const worthAsking = error.status >= 500
  return { sentence: known || error.message, requestId: worthAsking ? error.requestId : undefined }
}

/**
 * Returns whether the server refused a thing because there is none of this id, or it may not be read. Other refusals say nothing
 * about the thing, for example that the sign-in has ended.
 */
export const isGone = (error: unknown): boolean =>
  // 400 answers an address without a number.
  error instanceof ApiProblem && (error.status === 404 || error.status === 400)

type ToMessage = (error: unknown, empty?: boolean) => ErrorMessage

/** Returns `errorMessageOf` for the interface's language. The sentences of refused calls are loaded with the refusal. */
export function useErrorMessage(): ToMessage {
  const { t } = useTranslation('problems')
  return (error, empty) => errorMessageOf(error, t, empty)
}

/** Returns `useErrorMessage` for codes that were stored or streamed. Suspends until all sentences are loaded. */
export function useStoredErrorMessage(): ToMessage {
  const { t } = useTranslation(['problems', 'refusals'])
  return (error, empty) => errorMessageOf(error, t, empty)
}

/** Returns the messages for invalid form fields, by field name. */
export function issuesOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.replace(/^body\./, ''), message]))
}
