import type { SharedMessage as Message } from '@polylogue/contract'
import { memo, use, useId, useState, createContext } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { FileName } from '#ui/file-name.tsx'
import { Icon } from '#ui/icon.tsx'
import { Markdown } from '#ui/markdown/index.ts'
import { Sources } from './shared-sources.tsx'
import css from './shared-page.module.css'
import { useSharedFormat } from './use-shared-format.ts'

/** Downloads a file of a message by its key and name. A context, so that work in progress renders no message again. */
export const SaveFileContext = createContext<(key: number, name: string) => void>(() => undefined)

interface SharedMessageProps {
  message: Message
  last: boolean
  narrow: boolean
}

/** A question and its answer, read-only. */
export const SharedMessage = memo(function SharedMessage(props: SharedMessageProps) {
  const { message, last } = props
  const { t } = useTranslation('shared-page')
  return (
    <section className={css.turn} data-last={last || undefined}>
      <div className={css.question}>
        <h2 className="sr">{t('question')}</h2>
        {message.askedBy && <p className={css.asker}>{t('askedBy', { name: message.askedBy })}</p>}
        {message.files.length > 0 && <Files {...props} />}
        <div className={css.ask} dir="auto">
          {message.question}
        </div>
      </div>
      <Answer {...props} />
    </section>
  )
})

function Files({ message }: SharedMessageProps) {
  const { t } = useTranslation('shared-page')
  const save = use(SaveFileContext)
  const { size } = useSharedFormat()
  return (
    <ul className={css.files} aria-label={t('files')}>
      {message.files.map((file) => (
        <li key={file.key}>
          <button
            type="button"
            className={css.chip}
            aria-label={t('saveFile', { name: file.name })}
            onClick={() => save(file.key, file.name)}
          >
            <Icon name="paperclip" size={14} />
            <FileName name={file.name} />
            <span className={css.size}>{size(file.size)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Of `state`: 0 pending, 1 streaming, 2 done, 3 failed, 4 aborted. */
const ENDS = ['writing', 'writing', undefined, 'failed', 'stopped'] as const

function Answer({ message, narrow }: SharedMessageProps) {
  const { t } = useTranslation('shared-page')
  const heading = useId()
  const format = useSharedFormat()
  const [opened, open] = useState<number | undefined>(undefined)
  const { sources, answer } = message
  const quoted = sources.filter(({ quote }) => quote !== null)
  const numbers = sources.map(({ number }) => number)
  const citations =
    numbers.length === 0
      ? undefined
      : { numbers, ...(quoted.length > 0 ? { open: (number: number) => open(number) } : {}) }
  const end = ENDS[message.state]
  return (
    <article className={css.answer} aria-labelledby={heading}>
      <header className={css.head}>
        <h2 id={heading}>
          <span className="sr">{t('answer')} </span>
          <b>{message.modelName}</b>
        </h2>
        <time dateTime={message.created} title={format.full(message.created)}>
          {`${format.day(message.created)}, ${format.time(message.created)}`}
        </time>
      </header>
      {message.reasoning && (
        <details className={css.reasoning}>
          <summary>{t('reasoning')}</summary>
          <p dir="auto">{message.reasoning.trim()}</p>
        </details>
      )}
      {sources.length > 0 && <Sources sources={sources} narrow={narrow} opened={opened} onOpen={open} />}
      <div className={css.text}>{answer !== '' && <Markdown text={answer} citations={citations} />}</div>
      {end && <p className={css.end}>{t(end)}</p>}
    </article>
  )
}
