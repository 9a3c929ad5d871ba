import { useEffect } from 'react'
import { Markdown } from '../../ui/markdown/index.ts'
import css from './help-topic.module.css'
import type { Topic } from './topic.ts'

/** A topic's text; the section that the address names is brought into view. */
export function HelpTopic({ topic, section }: { topic: Topic; section: string }) {
  useEffect(() => {
    if (section) document.getElementById(section)?.scrollIntoView()
  }, [section, topic])
  return (
    <article className={css.topic}>
      {topic.sections.map(({ id, heading, text }) => (
        <section key={id} id={id || undefined}>
          {heading && <h2>{heading}</h2>}
          <Markdown text={text} />
        </section>
      ))}
    </article>
  )
}
