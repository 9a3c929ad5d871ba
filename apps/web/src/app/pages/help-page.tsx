import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import { HelpTopic, useTopic } from '../../features/help/index.ts'
import { EmptyState, LoadFailed } from '../../ui/states.tsx'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** A help topic: what Guide quotes opens here. */
export function HelpPage() {
  const { t, i18n } = useTranslation('help')
  const { topic: name = '' } = useParams()
  const { hash } = useLocation()
  const topic = useTopic(name, i18n.language)
  const title = topic.data?.title ?? t('title')
  useTitle(title)
  return (
    <Page title={title}>
      {topic.data && <HelpTopic topic={topic.data} section={decodeURIComponent(hash.slice(1))} />}
      {topic.data === null && <EmptyState title={t('missingTitle')} text={t('missing')} />}
      {topic.isError && (
        <LoadFailed
          title={t('loadFailed')}
          sentence={t('loadFailedText')}
          onRetry={() => void topic.refetch()}
        />
      )}
    </Page>
  )
}
