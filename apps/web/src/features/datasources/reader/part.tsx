import type { RefObject } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Chip } from '../../../ui/chip.tsx'
import { useIdInPath } from '../use-id-in-path.ts'
import { useTested } from '../tested.ts'
import css from './reader.module.css'
import { piecesOf, type Mark, type Section } from './sections.ts'

interface PartProps {
  text: string
  section: Section
  mark: Mark | undefined
  place: RefObject<HTMLElement | null> | undefined
  marked: RefObject<HTMLElement | null> | undefined
  /** Shows a page of the original; absent without one. */
  onPage: ((page: number) => void) | undefined
}

/** A section, below a thin line that says which passage it is. */
export function Part({ text, section, mark, place, marked, onPage }: PartProps) {
  const { t } = useTranslation('workbench')
  const { chunk, number } = section
  const pieces = piecesOf(text, section, mark)
  const first = pieces.find(({ isMarked }) => isMarked)
  return (
    <section ref={place} className={css.part} data-changed={chunk?.isStored === false || undefined}>
      {chunk && <Border chunk={chunk} number={number} onPage={onPage} />}
      <p className={css.words} dir="auto">
        {pieces.map((piece, at) => {
          const repeats = piece.isRepeated ? { className: css.repeated, title: t('cut.repeated') } : {}
          if (piece.isMarked)
            return (
              <mark key={at} ref={piece === first ? marked : undefined} {...repeats}>
                {piece.text}
              </mark>
            )
          return (
            <span key={at} {...repeats}>
              {piece.text}
            </span>
          )
        })}
      </p>
    </section>
  )
}

interface BorderProps extends Pick<PartProps, 'onPage'> {
  chunk: NonNullable<Section['chunk']>
  number: number
}

function Border({ chunk: { page, tokens, chunkId, isStored }, number, onPage }: BorderProps) {
  const { t } = useTranslation(['workbench', 'datasources'])
  const format = useFormat()
  const datasourceId = useIdInPath('id')
  const tested = useTested()
  const passage = t('datasources:reader.passage', { number: format.number(number) })
  const shownPage = page === null ? '' : t('datasources:reader.page', { page: format.number(page) })
  return (
    <p className={css.border}>
      <span>{passage}</span>
      {page !== null &&
        (onPage ? (
          <button
            type="button"
            className={css.toPage}
            aria-label={t('original.toPage', { passage, page: format.number(page) })}
            onClick={() => onPage(page)}
          >
            {shownPage}
          </button>
        ) : (
          <span>{shownPage}</span>
        ))}
      <span>{t('datasources:reader.tokens', { tokens: format.number(tokens) })}</span>
      {isStored === false && <Chip>{t('cut.new')}</Chip>}
      {tested && chunkId !== undefined && (
        <Link
          className={css.why}
          aria-label={t('why.whyNotNamed', { name: passage })}
          to={tested.addressOf(datasourceId, { about: chunkId })}
        >
          {t('why.whyNot')}
        </Link>
      )}
    </p>
  )
}
