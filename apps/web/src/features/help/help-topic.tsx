import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { Markdown } from '#ui/markdown/index.ts'
import { ElementTranslation } from '#features/translate/index.ts'
import { AskGuide } from './ask-guide.tsx'
import { useHelpRoutes, useTopics, type LoadedTopic } from './api.ts'
import css from './help-topic.module.css'
import { TopicPicture } from './topic-picture.tsx'

/** A topic has a table of contents from this number of sections on. */
const LONG = 4

interface HelpTopicProps {
  topic: LoadedTopic
  /** The section named in the URL. */
  section: string
  /** Content below the text of the topic, for example the list of models. */
  children?: ReactNode
}

/** The text of a topic with its extra content; scrolls to the section named in the URL. */
export function HelpTopic({ topic, section, children }: HelpTopicProps) {
  const { t, i18n } = useTranslation('help')
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (section) document.getElementById(section)?.scrollIntoView()
  }, [section, topic])
  return (
    <div className={css.layout}>
      <Contents topic={topic} />
      <article key={topic.name} ref={article} className={css.topic} lang={topic.language}>
        {topic.language !== i18n.language && (
          <div className={css.note} lang={i18n.language} data-untranslated>
            <p>{t('onlyEnglish')}</p>
            <Suspense fallback={null}>
              <ElementTranslation element={article} />
            </Suspense>
          </div>
        )}
        {topic.sections.map(({ id, heading, text }, index) => (
          <section key={id} id={id || undefined}>
            {heading && <h2>{heading}</h2>}
            <Markdown text={text} />
            {index === 0 && <TopicPicture topic={topic} />}
          </section>
        ))}
        <div lang={i18n.language} data-untranslated>
          <AskGuide topic={topic} />
        </div>
        {/* Translations may still be loading: the page and its focus stay. */}
        {children && (
          <div lang={i18n.language} data-untranslated>
            <Suspense fallback={null}>{children}</Suspense>
          </div>
        )}
      </article>
      <Related name={topic.name} />
    </div>
  )
}

/** Table of contents beside the text; collapsed above it on small screens. */
function Contents({ topic }: { topic: LoadedTopic }) {
  const { t } = useTranslation('help')
  const small = useMediaQuery('(max-width: 1024px)', false, { getInitialValueInEffect: false })
  const named = topic.sections.filter(({ id }) => id)
  if (named.length < LONG) return null
  const list = (
    <ul lang={topic.language}>
      {named.map(({ id, heading }) => (
        <li key={id}>
          <a href={`#${id}`}>{heading}</a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav className={css.contents} aria-label={t('contents')}>
      {small ? (
        <details>
          <summary>{t('contents')}</summary>
          {list}
        </details>
      ) : (
        <>
          <p className={css.label}>{t('contents')}</p>
          {list}
        </>
      )}
    </nav>
  )
}

function Related({ name }: { name: string }) {
  const { t, i18n } = useTranslation('help')
  const routes = useHelpRoutes()
  const topics = useTopics(i18n.language)
  const names = routes.data?.find((route) => route.name === name)?.related ?? []
  const related = names.flatMap((other) => topics.data?.find((topic) => topic.name === other) ?? [])
  if (related.length === 0) return null
  return (
    <nav className={css.related} aria-label={t('related')}>
      <p className={css.label}>{t('related')}</p>
      <ul>
        {related.map(({ name: other, title, language }) => (
          <li key={other}>
            <Link to={`/help/${other}`} lang={language}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
