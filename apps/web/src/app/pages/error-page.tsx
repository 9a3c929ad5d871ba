import { useParams } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { LedAway } from '#ui/led-away.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** Explains an HTTP status, as far as this product has a text for it, with a link back. */
export function ErrorPage() {
  const { t, i18n } = useTranslation('errors')
  const { status = '' } = useParams()
  const textOf = (kind: 'names' | 'texts') => i18n.find(i18n.language, 'errors', `${kind}.${status}`) ?? ''
  const name = textOf('names')
  const title = [t('title', { status }), name].filter(Boolean).join(' · ')
  const wellFormed = /^[1-5]\d\d$/.test(status)
  useTitle(title)
  if (!wellFormed) return <LedAway why="noPage" />
  return (
    <Page title={title}>
      <EmptyState title={name || title} text={textOf('texts') || undefined}>
        <LinkButton to="/">{t('back')}</LinkButton>
      </EmptyState>
    </Page>
  )
}
