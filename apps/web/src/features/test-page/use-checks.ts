import { useSession } from '#features/session/index.ts'
import { ApiProblem, useApi } from '#lib/api.ts'
import { STANDARD, useConfig } from '#lib/config.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { browserChecks } from './browser-checks.ts'
import type { Outcome } from './outcome.ts'
import { personChecks } from './person-checks.ts'
import { serverChecks } from './server-checks.ts'
import { useOutcomes } from './use-outcomes.ts'

/** Runs the checks of this page once, and again for each `round` and for another person. */
export function useChecks(round: number) {
  const { t } = useTranslation('about')
  const api = useApi()
  const config = useConfig()
  const format = useFormat()
  const { session } = useSession()
  const status = (code: number) =>
    code === 0 ? t('test.values.unreachable') : t('test.values.status', { status: code })
  const words = {
    yes: t('test.values.yes'),
    no: t('test.values.no'),
    granted: t('test.values.granted'),
    denied: t('test.values.denied'),
    default: t('test.values.default'),
    degraded: t('test.values.degraded'),
    signedOut: t('test.values.signedOut'),
    passwordDue: t('test.values.passwordDue'),
    page: t('test.values.page'),
    request: t('test.values.request'),
    file: t('test.values.file'),
    status,
    signedIn: (seconds: number) => t('test.values.signedIn', { number: format.number(seconds) }),
  }
  const checks = {
    ...browserChecks(words),
    ...serverChecks({
      api,
      config,
      format,
      texts: words,
      pageVersion: STANDARD.version,
      userId: session && !session.mustChangePassword ? session.userId : undefined,
    }),
    ...personChecks(api, session, words),
  }
  const failed = (error: unknown): Outcome => ({
    state: 'bad',
    value: error instanceof ApiProblem ? status(error.status) : t('test.values.no'),
  })
  return useOutcomes(checks, `${round} ${session?.userId ?? ''}`, failed)
}
