import type { ChatBot } from '@polylogue/contract'
import { Link } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import css from './list.module.css'

/** The tab that a chatbot came from, as a link while it exists; `named` puts the word before it. */
export function TabLink({ bot, named = true }: { bot: ChatBot; named?: boolean }) {
  const { t } = useTranslation('chatbots')
  const { refProjectTabId, refProject } = bot
  const { projectId, tabName } = refProject
  if (refProjectTabId === 0 || projectId === 0) return <span>{t('noTab')}</span>
  return (
    <span className="cut">
      {named && `${t('tab')} `}
      <Link to={`/projects/${projectId}?tab=${refProjectTabId}`} className={css.tab} dir="auto">
        {tabName || t('unnamedTab')}
      </Link>
    </span>
  )
}
