import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import { HelpTopic, useTopic } from '../../features/help/index.ts'
import { EmptyState, LoadFailed } from '../../ui/states.tsx'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** The section that an address names; none for what is no encoded text, as a person may have typed it. */
function sectionOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

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
      {topic.data && <HelpTopic topic={topic.data} section={sectionOf(hash)} />}
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
