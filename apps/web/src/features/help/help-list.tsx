import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useConfig } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Markdown } from '#ui/markdown/index.ts'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useTopic, useTopics, type LoadedTopic } from './api.ts'
import { findTopics, summaryOf, type FoundTopic } from './find.ts'
import css from './help-list.module.css'

/** All help topics, searchable by title and text. */
export function HelpList() {
  const { t, i18n } = useTranslation('help')
  const intro = useTopic('index', i18n.language)
  const topics = useTopics(i18n.language)
  const [typed, setTyped] = useState('')
  if (topics.isError)
    return (
      <LoadFailed
        title={t('listFailed')}
        sentence={t('loadFailedText')}
        onRetry={() => void topics.refetch()}
      />
    )
  const found = topics.data && findTopics(topics.data, typed)
  return (
    <div className={css.help}>
      {intro.data && (
        <div className={css.intro} lang={intro.data.language}>
          {intro.data.sections.map(({ id, text }) => (
            <Markdown key={id} text={text} />
          ))}
        </div>
      )}
      <Videos />
      <SearchField
        label={t('filterLabel')}
        placeholder={t('filter')}
        className={css.search}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className="sr" role="status">
        {found && typed.trim() ? t('count', { count: found.length }) : ''}
      </p>
      {found ? <List found={found} typed={typed.trim()} onClear={() => setTyped('')} /> : <Skeleton />}
    </div>
  )
}

/** The videos that the installation names; nothing without any. */
function Videos() {
  const { t } = useTranslation('help')
  const { hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const { tutorialVideos } = useConfig()
  useEffect(() => {
    if (hash === '#videos') heading.current?.focus()
  }, [hash])
  if (tutorialVideos.length === 0) return null
  return (
    <section className={css.videos}>
      <h2 ref={heading} id="videos" tabIndex={-1}>
        {t('videos')}
      </h2>
      <ul>
        {tutorialVideos.map(({ title, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer" dir="auto">
              {title}
              <span className="sr"> ({t('newWindow')})</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ListProps {
  found: readonly FoundTopic<LoadedTopic>[]
  typed: string
  onClear: () => void
}

function List({ found, typed, onClear }: ListProps) {
  const { t, i18n } = useTranslation('help')
  if (found.length === 0)
    return (
      <div role="alert">
        <EmptyState title={t('noMatch', { text: typed })} text={t('noMatchText')}>
          <Button onClick={onClear}>{t('clearFilter')}</Button>
        </EmptyState>
      </div>
    )
  return (
    <ul className={css.list}>
      {found.map(({ topic, sections }) => (
        <li key={topic.name} lang={topic.language}>
          <Link to={`/help/${topic.name}`} className={css.topic}>
            <b>{topic.title}</b>
            <span>{summaryOf(topic)}</span>
            {topic.language !== i18n.language && <small lang={i18n.language}>{t('inEnglish')}</small>}
          </Link>
          {sections.length > 0 && (
            <ul className={css.sections}>
              {sections.map(({ id, heading }) => (
                <li key={id}>
                  <Link to={`/help/${topic.name}#${id}`}>{heading}</Link>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.list}>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <div key={row} className={css.skeleton}>
            <SkeletonLine width={24} />
            <SkeletonLine width={56} />
          </div>
        ))}
      </div>
    </Loading>
  )
}
