import { Suspense } from 'react'
import { lazyView } from '#lib/load-code.ts'
import { Link } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import css from './admin-help.module.css'
import { ADMIN_HELP } from './admin-help-button.tsx'
import { useAdminHelp, type AdminTopic } from './api.ts'

const Markdown = lazyView(async () => (await import('#ui/markdown/index.ts')).Markdown)

/** Shows the help of an administration page (/static/md/{lang}/admin/{topic}.md); loaded when it is first opened. */
export function AdminHelp({ topic, unfolded }: { topic: AdminTopic; unfolded: boolean }) {
  return (
    <div id={ADMIN_HELP} hidden={!unfolded} className={css.text}>
      {unfolded && <HelpText topic={topic} />}
    </div>
  )
}

function HelpText({ topic }: { topic: AdminTopic }) {
  const { t, i18n } = useTranslation(['admin', 'ui', 'shell'])
  const help = useAdminHelp(topic, i18n.language)
  if (help.isError)
    return (
      <Problem
        action={
          <Button size="small" onClick={() => void help.refetch()}>
            {t('ui:tryAgain')}
          </Button>
        }
      >
        {t('helpFailed')}
      </Problem>
    )
  if (help.data === null)
    return (
      <p>
        {t('noHelp')} <Link to="/help">{t('shell:help')}</Link>
      </p>
    )
  if (help.data === undefined) return null
  return (
    <Suspense fallback={null}>
      <Markdown text={help.data} />
    </Suspense>
  )
}
