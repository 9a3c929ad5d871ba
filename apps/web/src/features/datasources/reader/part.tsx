import type { MediaItem } from '@polylogue/contract'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { blocksOf, firstShown } from '#ui/document-blocks.ts'
import { DocumentText } from '#ui/document-text.tsx'
import { Note, TableHead } from '../passages/note.tsx'
import { PassageMenu } from '../passages/passage-menu.tsx'
import { useIdInPath } from '#lib/use-id-in-path.ts'
import { useTested } from '../tested.ts'
import css from './reader.module.css'
import { piecesOf, type Mark, type Section } from './sections.ts'

interface PartProps {
  text: string
  section: Section
  mark: Mark | undefined
  /** The sentence of the mark. */
  sentence: Mark | undefined
  place: RefObject<HTMLElement | null> | undefined
  marked: RefObject<HTMLElement | null> | undefined
  /** The document, when the user may change its passages. */
  media: MediaItem | undefined
  /** Shows a page of the original; absent without one. */
  onPage: ((page: number) => void) | undefined
}

/** A section, below a thin line that says which passage it is. */
export function Part({ text, section, mark, sentence, place, marked, media, onPage }: PartProps) {
  const { t } = useTranslation('workbench')
  const { chunk, number } = section
  const blocks = blocksOf(text, { from: section.from, to: section.to, isInTable: !!chunk?.head })
  const wanted = sentence ?? mark
  const first = wanted && firstShown(blocks, wanted)
  return (
    <section
      ref={place}
      className={css.part}
      data-changed={chunk?.isStored === false || undefined}
      data-off={chunk?.isOff || undefined}
    >
      {chunk && <Border chunk={chunk} number={number} media={media} onPage={onPage} />}
      {chunk?.note && (
        <div className={css.note}>
          <Note text={chunk.note} />
        </div>
      )}
      {chunk?.head && (
        <div className={css.note}>
          <TableHead text={chunk.head} />
        </div>
      )}
      <div className={css.words}>
        <DocumentText blocks={blocks}>
          {({ from, to }) =>
            piecesOf(text, { ...section, from, to }, mark, sentence).map((piece) => {
              const repeats = piece.isRepeated ? { className: css.repeated, title: t('cut.repeated') } : {}
              if (!piece.isMarked)
                return (
                  <span key={piece.from} {...repeats}>
                    {piece.text}
                  </span>
                )
              return (
                <mark
                  key={piece.from}
                  ref={piece.from === first ? marked : undefined}
                  data-sentence={piece.isSentence || undefined}
                  {...repeats}
                >
                  {piece.text}
                </mark>
              )
            })
          }
        </DocumentText>
      </div>
    </section>
  )
}

interface BorderProps extends Pick<PartProps, 'media' | 'onPage'> {
  chunk: NonNullable<Section['chunk']>
  number: number
}

function Border({ chunk, number, media, onPage }: BorderProps) {
  const { page, tokens, chunkId, isStored, isOff = false, note = '' } = chunk
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
      {isOff && (
        <span title={t('passage.isOffText')}>
          <Chip kind="warn">{t('passage.isOff')}</Chip>
        </span>
      )}
      {tested && chunkId !== undefined && (
        <Link
          className={css.why}
          aria-label={t('why.whyNotNamed', { name: passage })}
          to={tested.addressOf(datasourceId, { about: chunkId })}
        >
          {t('why.whyNot')}
        </Link>
      )}
      {media && chunkId !== undefined && (
        <PassageMenu
          passage={{ datasourceId, mediaId: media.media_id, chunkId }}
          name={passage}
          isOff={isOff}
          note={note}
          className={css.menu}
        />
      )}
    </p>
  )
}
