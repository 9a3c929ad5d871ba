import { Suspense, type ReactNode } from 'react'
import { useLocation, useParams } from 'react-router'
import { ApiViewer } from '#features/api/api-viewer.tsx'
import { HelpTopic } from '#features/help/help-topic.tsx'
import { ModelsList } from '#features/help/models-list.tsx'
import { OptionsList } from '#features/help/options-list.tsx'
import { useHelpRoutes, useMissingPlugin, useTopic } from '#features/help/api.ts'
import { NotInstalled, useInstalled } from '#features/plugins/index.ts'
import { ShortcutList } from '#features/shortcuts/index.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, LoadFailed } from '#ui/states.tsx'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** Returns the section in an address; '' when the hash is not properly encoded, for example typed by hand. */
function sectionOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

/** Additional content of topics. */
const beside: Record<string, ReactNode> = {
  api: <ApiOrNote />,
  'keyboard-shortcuts': <AllShortcuts />,
  models: <ModelsList />,
  'prompt-options': <OptionsList />,
}

/** The topic with a note of its own in place of its viewer; its text is about programs, which keep working. */
const SAYS_SO = 'api'

/** The viewer of the API, where its plugin is installed. */
function ApiOrNote() {
  return useInstalled('api') ? <ApiViewer /> : <NotInstalled id="api" />
}

/** The topic's text explains some of the shortcuts under the same headings. */
function AllShortcuts() {
  const { t } = useTranslation('help')
  return (
    <section>
      <h2>{t('allShortcuts')}</h2>
      <ShortcutList heading="h3" />
    </section>
  )
}

/** A help topic; Guide's citations link here. */
export function HelpPage() {
  const { t, i18n } = useTranslation('help')
  const { topic: name = '' } = useParams()
  const { hash } = useLocation()
  const topic = useTopic(name, i18n.language)
  const routes = useHelpRoutes()
  const missing = useMissingPlugin()
  const plugin = topic.data && name !== SAYS_SO ? missing(name) : undefined
  const title = topic.data?.title ?? t('title')
  useTitle(title)
  const src = `/static/md/${i18n.language}/help/${name}.md`
  return (
    <Page title={title} crumb={{ to: '/help', text: t('title') }}>
      {plugin !== undefined && (
        <Suspense fallback={null}>
          <NotInstalled id={plugin} leads />
        </Suspense>
      )}
      {topic.data && !routes.isPending && plugin === undefined && (
        <HelpTopic topic={topic.data} section={sectionOf(hash)}>
          {beside[name]}
        </HelpTopic>
      )}
      {topic.data === null && (
        <EmptyState title={t('missingTitle')} text={t('missing', { src })}>
          <LinkButton to="/help">{t('toList')}</LinkButton>
        </EmptyState>
      )}
      {topic.isError && (
        <LoadFailed
          title={t('loadFailed')}
          sentence={t('loadFailedText', { src })}
          onRetry={() => void topic.refetch()}
        />
      )}
    </Page>
  )
}
