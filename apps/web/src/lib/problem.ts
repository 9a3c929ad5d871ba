// What went wrong, in the reader's language: the web translates codes (reading 1).
import type { TFunction } from 'i18next'
import { ApiProblem } from './api.ts'
import { useTranslation } from './texts.ts'

export interface Told {
  /** One sentence: what happened, what is kept, what to do. */
  sentence: string
  /** What the server's log knows this by; shown where somebody has to ask an administrator. */
  requestId: string | undefined
}

/**
 * A failure as people read it. A code this page does not know keeps the server's own sentence. `empty`: nothing had come before
 * it, and no sentence says that something is kept. Once no seconds are left to wait, it says that one can try again.
 */
export function tell(error: unknown, t: TFunction<'problems'>, empty = false): Told {
  if (!(error instanceof ApiProblem)) return { sentence: t('UNEXPECTED_HERE'), requestId: undefined }
  const known = t(error.code, {
    seconds: error.retryAfter ?? 60,
    defaultValue: '',
    ...(error.retryAfter === 0 ? { context: 'over' } : empty ? { context: 'empty' } : {}),
  })
  const worthAsking = error.status >= 500
  return { sentence: known || error.message, requestId: worthAsking ? error.requestId : undefined }
}

/** `tell` in the interface's language. */
export function useTell(): (error: unknown, empty?: boolean) => Told {
  const { t } = useTranslation('problems')
  return (error, empty) => tell(error, t, empty)
}

/** The sentences for the fields of a form that the server found wrong, by the field's name. */
export function issuesOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.replace(/^body\./, ''), message]))
}
