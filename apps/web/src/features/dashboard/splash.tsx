import { NEW_CHAT } from '#lib/new-chat.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Markdown } from '#ui/markdown/index.ts'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { useSplash } from './api.ts'
import css from './dashboard.module.css'

/** The page at `/` when the dashboard is disabled (`"enabled": false` in /static/data/dashboard.json). */
export function Splash() {
  const { t, i18n } = useTranslation('dashboard')
  const splash = useSplash(i18n.language)
  if (splash.isError)
    return (
      <LoadFailed
        title={t('loadFailed')}
        sentence={t('fileFailedText')}
        onRetry={() => void splash.refetch()}
      />
    )
  if (splash.data === null)
    return (
      <EmptyState title={t('noSplash')} text={t('noSplashText')}>
        <LinkButton to={NEW_CHAT} icon="edit">
          {t('newChat')}
        </LinkButton>
      </EmptyState>
    )
  if (splash.data === undefined)
    return (
      <Loading>
        <SkeletonLine width={40} />
      </Loading>
    )
  return (
    <article className={css.splash}>
      <Markdown text={splash.data} />
    </article>
  )
}
