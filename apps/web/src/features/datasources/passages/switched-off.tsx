import type { Datasource, SwitchedOffChunk } from '@polylogue/contract'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { canWrite } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { FileName } from '#ui/file-name.tsx'
import { Pager } from '#ui/pager.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { useLastPage } from '#features/items/index.ts'
import { addressOfPassage } from '../passage-address.ts'
import { OFF_PAGE, useSwitchedOff } from './api.ts'
import { Note } from './note.tsx'
import { SwitchOn } from './passage-menu.tsx'
import css from './passages.module.css'

/** The passages of a data source that are switched off, with their documents. */
export function SwitchedOff({ datasource }: { datasource: Datasource }) {
  const { t } = useTranslation('workbench')
  const errorMessage = useErrorMessage()
  const { id } = datasource
  const [wanted, setPage] = useState(1)
  const { data, error, isPlaceholderData, refetch } = useSwitchedOff(id, wanted)
  const total = data?.total ?? 0
  const section = useSectionFocus(total)
  const pages = Math.max(1, Math.ceil(total / OFF_PAGE))
  const page = useLastPage(
    { page: wanted, pages, isKnown: data !== undefined && !isPlaceholderData },
    setPage,
  )
  if (error && !data)
    return <LoadFailed title={t('off.loadFailed')} {...errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={css.offs}
      aria-label={t('off.tab')}
      aria-busy={isPlaceholderData || undefined}
    >
      {total === 0 ? (
        <EmptyState title={t('off.none')} text={t('off.noneText')} wayOn="none" />
      ) : (
        <>
          <p className={css.lead}>{t('off.lead')}</p>
          <ul className={css.list} aria-label={t('off.list')}>
            {data.chunks.map((chunk) => (
              <Off key={chunk.chunkId} datasourceId={id} chunk={chunk} writes={canWrite(datasource)} />
            ))}
          </ul>
        </>
      )}
      {total > OFF_PAGE && (
        <Pager
          label={t('off.pager')}
          page={page}
          pageSize={OFF_PAGE}
          total={total}
          hasChoice
          onPage={setPage}
        />
      )}
    </section>
  )
}

/** Focuses the section when the button of a passage that was switched on took the focus away. */
function useSectionFocus(total: number) {
  const section = useRef<HTMLElement>(null)
  const before = useRef(total)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (total < before.current && isLost) section.current?.focus({ preventScroll: true })
    before.current = total
  }, [total])
  return section
}

interface OffProps {
  datasourceId: number
  chunk: SwitchedOffChunk
  writes: boolean
}

function Off({ datasourceId, chunk, writes }: OffProps) {
  const { t } = useTranslation(['workbench', 'datasources'])
  const format = useFormat()
  const { mediaId, chunkId, title, number, page, heading, note, excerpt, isExcerpt } = chunk
  const passage = t('datasources:reader.passage', { number: format.number(number) })
  return (
    <li>
      <div className={css.offHead}>
        <Link
          className={css.title}
          to={addressOfPassage(datasourceId, mediaId, chunk)}
          aria-label={t('off.open', { title, passage })}
        >
          <FileName name={title} />
        </Link>
        {writes && (
          <SwitchOn
            passage={{ datasourceId, mediaId, chunkId }}
            name={t('off.named', { title, passage })}
            label={t('off.switchOn', { title, passage })}
          />
        )}
      </div>
      <p className={css.facts}>
        <span>{passage}</span>
        {page !== null && <span>{t('datasources:reader.page', { page: format.number(page) })}</span>}
        {heading && <span dir="auto">{heading}</span>}
      </p>
      <p className={css.excerpt} dir="auto">
        {excerpt.trim()}
        {isExcerpt && ' …'}
      </p>
      {note && <Note text={note} />}
    </li>
  )
}

const Skeleton = () => (
  <Loading>
    <div className={css.offs}>
      <SkeletonLine width={40} />
      <SkeletonLine width={92} height={72} />
    </div>
  </Loading>
)
