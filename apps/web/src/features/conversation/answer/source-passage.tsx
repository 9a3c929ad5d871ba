import type { Source } from '@polylogue/contract'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { blocksOf, firstShown } from '#ui/document-blocks.ts'
import { DocumentText } from '#ui/document-text.tsx'
import { safeLink, type SafeLink } from '#ui/markdown/index.ts'
import css from './sources.module.css'

interface SourcePassageProps {
  id: string
  source: Source
  onClose: () => void
}

/** Documents of data sources open in this window: Back leads to the answer. */
const isDocument = ({ host, href }: SafeLink) => host === '' && href.startsWith('/datasources/')

/** Shows the passage of a source, with its best sentence marked, and a link to the document at that place. */
export function SourcePassage({ id, source, onClose }: SourcePassageProps) {
  const { t } = useTranslation('conversation')
  const address = safeLink(source.uri)
  return (
    <div
      id={id}
      className={css.panel}
      role="group"
      aria-label={t('sourceNamed', { number: source.id, title: source.title })}
    >
      <div className={css.panelHead}>
        <b className="cut">{source.title}</b>
        {source.place && <span className={css.place}>{source.place}</span>}
        <span className="sp" />
        <IconButton icon="x" iconSize={14} label={t('closeSource')} onClick={onClose} />
      </div>
      {source.quote !== '' && <Quote source={source} />}
      {source.uri === '' && <p className={css.note}>{t('sourceNotCopied')}</p>}
      {address &&
        (isDocument(address) ? (
          <Link to={address.href}>{t('openSource')}</Link>
        ) : (
          <a href={address.href} target="_blank" rel="noopener noreferrer" title={address.host || undefined}>
            {address.host ? t('openAt', { host: address.host }) : t('openSource')}
          </a>
        ))}
    </div>
  )
}

/** Lines above the sentence that stay visible. */
const ABOVE = 44

/** Scrolls the passage, not the page, to its sentence. */
function Quote({ source: { quote, sentence } }: { source: Source }) {
  const box = useRef<HTMLQuoteElement>(null)
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!box.current || !mark.current) return
    const below = mark.current.getBoundingClientRect().top - box.current.getBoundingClientRect().top
    box.current.scrollTop += below - ABOVE
  }, [quote, sentence])
  const blocks = blocksOf(quote, { from: 0, to: quote.length })
  const first = sentence && firstShown(blocks, sentence)
  return (
    <blockquote ref={box}>
      <DocumentText blocks={blocks}>
        {({ from, to }) => {
          const start = Math.min(to, Math.max(from, sentence?.from ?? to))
          const end = Math.min(to, Math.max(start, sentence?.to ?? to))
          return (
            <>
              {quote.slice(from, start)}
              {start < end && <mark ref={start === first ? mark : undefined}>{quote.slice(start, end)}</mark>}
              {quote.slice(end, to)}
            </>
          )
        }}
      </DocumentText>
    </blockquote>
  )
}
