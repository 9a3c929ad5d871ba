import { useId } from 'react'
import { Link } from 'react-router'
import { type RunningAnswer, useRunning } from '#features/runs/index.ts'
import { useTranslation } from '#lib/texts.ts'
import { useProject } from '#features/projects/index.ts'
import { useTabs } from '#features/tabs/index.ts'
import css from './dashboard.module.css'

/** Lists the answers in progress; renders nothing when there are none. */
export function InProgress() {
  const { t } = useTranslation('dashboard')
  const id = useId()
  const running = useRunning()
  const tabs = running.filter((one, index) => running.findIndex(({ tabId }) => tabId === one.tabId) === index)
  if (tabs.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <div className={css.head}>
        <h3 id={id}>{t('inProgress')}</h3>
      </div>
      <ul>
        {tabs.map((answer) => (
          <li key={answer.tabId}>
            <Answer answer={answer} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Answer({ answer }: { answer: RunningAnswer }) {
  const { t } = useTranslation('dashboard')
  const { data: project } = useProject(answer.projectId)
  const { data: tabs } = useTabs(answer.projectId)
  const tab = tabs?.find(({ id }) => id === answer.tabId)
  return (
    <Link to={`/projects/${answer.projectId}?tab=${answer.tabId}`} className={css.item}>
      <span className={css.dot} />
      <span className={css.name}>
        <b className="cut">{tab?.name ?? project?.name}</b>
        <span className="cut">{[tab && project?.name, t('answering')].filter(Boolean).join(' · ')}</span>
      </span>
    </Link>
  )
}
