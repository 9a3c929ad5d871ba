import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

const KNOWN = ['400', '401', '403', '404', '409', '429', '500', '503'] as const
type Known = (typeof KNOWN)[number]

/** What an HTTP status means, and the way back. */
export function ErrorPage() {
  const { t } = useTranslation('shell')
  const { status = '' } = useParams()
  const known = KNOWN.find((code): code is Known => code === status)
  const name = known && t(`errorNames.${known}`)
  const title = [t('error', { status }), name].filter(Boolean).join(' · ')
  useTitle(title)
  if (!/^[1-5]\d\d$/.test(status)) return <Navigate to="/" replace />
  return (
    <Page title={title}>
      <EmptyState title={name ?? title} text={known && t(`errorTexts.${known}`)}>
        <LinkButton to="/">{t('toMainPage')}</LinkButton>
      </EmptyState>
    </Page>
  )
}
