import type { Passage as FoundPassage } from '@polylogue/contract'
import { Fragment, useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { blocksOf, type Range } from '#ui/document-blocks.ts'
import { DocumentText } from '#ui/document-text.tsx'
import { FileName } from '#ui/file-name.tsx'
import { Note, TableHead } from '../passages/note.tsx'
import { addressOfPassage } from '../passage-address.ts'
import css from './test-question.module.css'
import { excerptOf, markedPieces } from './words.ts'

interface PassageProps {
  datasourceId: number
  passage: FoundPassage
  /** Its rank among the results, from 1. */
  number: number
  /** The highest score of the results. */
  most: number
  /** The number of the result with almost the same text; 0 for none. */
  original: number
  /** What the user may do with it. */
  children?: ReactNode
}

/** A passage that was found, with the parts of its score. */
export function Passage({ datasourceId, passage, number, most, original, children }: PassageProps) {
  const { t } = useTranslation('datasources')
  const { mediaId, title, page, heading, note, why, recognized } = passage
  return (
    <li className={css.passage} data-weak={why.weak || undefined}>
      <div className={css.passageHead}>
        <span className={css.number}>{number}</span>
        <Link
          className={css.title}
          to={addressOfPassage(datasourceId, mediaId, passage)}
          aria-label={t('test.open', { title })}
        >
          <FileName name={title} />
        </Link>
        {page !== null && <span className={css.place}>{t('test.page', { page })}</span>}
        {why.weak && (
          <span title={t('test.weakText')}>
            <Chip kind="warn">{t('test.weak')}</Chip>
          </span>
        )}
        {recognized && (
          <span title={t('test.recognizedText')}>
            <Chip>{t('test.recognized')}</Chip>
          </span>
        )}
        {original > 0 && <Chip>{t('test.duplicate', { number: original })}</Chip>}
        {children && <span className={css.act}>{children}</span>}
      </div>
      {heading && (
        <p className={css.heading} dir="auto">
          {heading}
        </p>
      )}
      {note && <Note text={note} />}
      {passage.head && <TableHead text={passage.head} />}
      <Text passage={passage} />
      <Score passage={passage} most={most} />
    </li>
  )
}

interface TextProps {
  passage: Pick<FoundPassage, 'title' | 'text' | 'head' | 'why'>
}

/** The matched words are marked; a long passage is an excerpt around the first of them until it is unfolded. */
export function Text({ passage: { title, text, head, why } }: TextProps) {
  const { t } = useTranslation('datasources')
  const [whole, setWhole] = useState(false)
  const id = useId()
  const excerpt = excerptOf(text, why.spans)
  const { from, to } = (whole ? undefined : excerpt) ?? { from: 0, to: text.length }
  const marked = (part: Range) =>
    markedPieces(
      text.slice(part.from, part.to),
      why.spans.map((span) => ({ from: span.from - part.from, to: span.to - part.from })),
    ).map((piece, at) => (piece.marked ? <mark key={at}>{piece.text}</mark> : piece.text))
  const isWhole = from === 0 && to === text.length
  return (
    <>
      <div id={id} className={css.text}>
        {isWhole ? (
          <DocumentText blocks={blocksOf(text, { from, to, isInTable: head !== '' })}>{marked}</DocumentText>
        ) : (
          <p dir="auto">
            {from > 0 && '… '}
            {marked({ from, to })}
            {to < text.length && ' …'}
          </p>
        )}
      </div>
      {excerpt && (
        <button
          type="button"
          className={css.unfold}
          aria-expanded={whole}
          aria-controls={id}
          aria-label={`${t(whole ? 'test.less' : 'test.whole')}: ${title}`}
          onClick={() => setWhole(!whole)}
        >
          {t(whole ? 'test.less' : 'test.whole')}
        </button>
      )}
    </>
  )
}

interface ScoreProps {
  passage: Pick<FoundPassage, 'why'>
  /** The score that fills the bar. */
  most: number
}

const PARTS = ['terms', 'neighbours', 'letters', 'vector'] as const

/** The score as a bar of its parts, which add up to it, and the words that were found. */
export function Score({ passage: { why }, most }: ScoreProps) {
  const { t } = useTranslation('datasources')
  const format = useFormat()
  const { neighbours, letters, vector } = why
  const points = {
    terms: why.terms.reduce((sum, term) => sum + term.points, 0),
    neighbours,
    letters,
    vector: vector ?? 0,
  }
  const shown = PARTS.filter((part) => points[part] > 0)
  // A part is shown because it has points: it is never 0.
  const whole = (count: number) => format.number(Math.max(1, Math.round(count)))
  const wordsOf = (part: (typeof PARTS)[number]) => t(`test.points.${part}`, { points: whole(points[part]) })
  return (
    <div className={css.score}>
      <div className={css.bar} role="img" aria-label={`${t('test.match')} ${shown.map(wordsOf).join(', ')}`}>
        {shown.map((part) => (
          <span
            key={part}
            data-part={part}
            style={{ width: `${(points[part] / most) * 100}%` }}
            title={wordsOf(part)}
          />
        ))}
      </div>
      <p className={css.match} aria-hidden="true">
        {t('test.match')}{' '}
        {shown.map((part, at) => (
          <Fragment key={part}>
            {at > 0 && ', '}
            <span data-part={part}>{wordsOf(part)}</span>
          </Fragment>
        ))}
      </p>
      <dl className={css.points}>
        {why.terms
          .filter((term) => term.points > 0)
          .map(({ word, times, points: own, how }) => (
            <div key={word} title={t('test.term', { word, times, points: whole(own) })}>
              <dt>{word}</dt>
              <dd>
                {times}× · {t(how === 'exact' || how === 'stem' ? 'test.how.found' : 'test.how.near')}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
