import type { Datasource, Passage, MediaItem } from '@polylogue/contract'
import { DATASOURCE_LIMITS, DATASOURCE_STATUS, RETRIEVED_CHUNKS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAddress } from '#lib/address.ts'
import { hasWords } from '#lib/has-words.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { FileName } from '#ui/file-name.tsx'
import { Problem } from '#ui/states.tsx'
import { StatusSign } from '#features/media/index.ts'
import { useTested } from '../tested.ts'
import { usePassages } from './api.ts'
import css from './why-not.module.css'
import { excerptOf } from './words.ts'

/** Documents that are offered by their names. */
const DOCUMENTS = 5

/** Finds the passage that one expected: by its words, or in a document that is named. */
export function Expected({ datasource }: { datasource: Datasource }) {
  const { t } = useTranslation('workbench')
  const errorMessage = useErrorMessage()
  const address = useAddress()
  const [typed, setTyped] = useState('')
  const words = useSettled(typed.trim())
  const { data, error, isPlaceholderData } = usePassages(datasource.id, {
    q: words,
    limit: RETRIEVED_CHUNKS.max,
  })
  const documents = datasource.media.filter(({ name }) => hasWords(name, words)).slice(0, DOCUMENTS)
  const passages = words === '' ? [] : (data?.passages ?? [])
  const isNothing = words !== '' && data && !isPlaceholderData && passages.length + documents.length === 0
  return (
    <div className={css.expected}>
      <TextField
        label={t('why.find')}
        hint={t('why.findHint')}
        type="search"
        maxLength={DATASOURCE_LIMITS.question}
        dir="auto"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error && words !== '' && <Problem>{errorMessage(error).sentence}</Problem>}
      {isNothing && <p role="status">{t('why.nothing')}</p>}
      {words !== '' && documents.length + passages.length > 0 && (
        <ul className={css.found} aria-label={t('why.found')} aria-busy={isPlaceholderData || undefined}>
          {documents.map((media) => (
            <FoundDocument
              key={`document-${media.media_id}`}
              media={media}
              onAsk={() => address.put({ doc: String(media.media_id), about: '' })}
            />
          ))}
          {passages.map((passage) => (
            <FoundOne
              key={passage.chunkId}
              passage={passage}
              onAsk={() => address.put({ about: String(passage.chunkId), doc: '' })}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function FoundDocument({ media, onAsk }: { media: MediaItem; onAsk: () => void }) {
  const { t } = useTranslation('workbench')
  const tested = useTested()
  const { media_id: id, datasourceId, name, status, chunks } = media
  return (
    <li>
      <p className={css.place}>
        <b>
          <FileName name={name} />
        </b>
        {status !== DATASOURCE_STATUS.ready && <StatusSign status={status} />}
        <span>{t('why.whole')}</span>
      </p>
      <div className={css.buttons}>
        <Button size="small" aria-label={t('why.whyNotNamed', { name })} onClick={onAsk}>
          {t('why.whyNot')}
        </Button>
        {tested && chunks > 0 && (
          <Link
            className={css.link}
            aria-label={t('why.chooseIn', { name })}
            to={tested.documentOf(datasourceId, id)}
          >
            {t('why.chooseInText')}
          </Link>
        )}
      </div>
    </li>
  )
}

function FoundOne({ passage, onAsk }: { passage: Passage; onAsk: () => void }) {
  const { t } = useTranslation('workbench')
  const { title, page, heading, text, why } = passage
  const { from, to } = excerptOf(text, why.spans) ?? { from: 0, to: text.length }
  return (
    <li>
      <p className={css.place}>
        <FileName name={title} />
        {page !== null && <span>{t('why.page', { page })}</span>}
        {heading !== '' && <span dir="auto">{heading}</span>}
      </p>
      <p className={css.excerpt} dir="auto">
        {from > 0 && '… '}
        {text.slice(from, to)}
        {to < text.length && ' …'}
      </p>
      <div className={css.buttons}>
        <Button size="small" aria-label={t('why.whyNotNamed', { name: text.slice(0, 60) })} onClick={onAsk}>
          {t('why.whyNot')}
        </Button>
      </div>
    </li>
  )
}
