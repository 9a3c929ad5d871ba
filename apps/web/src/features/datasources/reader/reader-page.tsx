import { useMediaQuery } from '@mantine/hooks'
import type { Datasource, MediaItem, MediaText } from '@polylogue/contract'
import { useCallback, useId, useState } from 'react'
import { useAddress } from '#lib/address.ts'
import type { FeatureView } from '#lib/feature-page.ts'
import { isGone, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { LedAway } from '#ui/led-away.tsx'
import { Segments } from '#ui/segments.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { canWrite } from '#lib/can.ts'
import { useDatasource } from '../api.ts'
import { Info } from '../info.tsx'
import { canOpen, remarkOf, useMediaText } from '#features/media/index.ts'
import { useTested } from '../tested.ts'
import { useIdInPath } from '#lib/use-id-in-path.ts'
import { usePermission } from '#features/session/index.ts'
import { CuttingPanel } from './cutting-panel.tsx'
import { Head } from './head.tsx'
import { LeftOut } from './left-out.tsx'
import { hasPages, Original } from './original.tsx'
import css from './reader.module.css'
import { Reader } from './reader.tsx'
import type { ShownChunk } from './sections.ts'
import { useCutting } from './use-cutting.ts'
import type { PageJump } from './use-window.ts'

/** A document as it was read, with the borders of its passages, beside the original. */
function ReaderPage() {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const id = useIdInPath('id')
  const mediaId = useIdInPath('mediaId')
  const datasource = useDatasource(id)
  const media = datasource.data?.media.find(({ media_id }) => media_id === mediaId)
  const text = useMediaText(media)
  if (usePermission('can_use_datasources') === false) return <LedAway why="notAllowed" />
  const isMissing =
    id === 0 || mediaId === 0 || isGone(datasource.error) || (datasource.data !== undefined && !media)
  if (isMissing)
    return (
      <EmptyState title={t('reader.gone')}>
        <LinkButton to={datasource.data ? `/datasources/${id}` : '/datasources'}>
          {t(datasource.data ? 'reader.back' : 'all')}
        </LinkButton>
      </EmptyState>
    )
  const failed = datasource.error ?? (isGone(text.error) ? null : text.error)
  if (failed && !(media && text.data))
    return (
      <LoadFailed
        title={t('reader.loadFailed')}
        {...errorMessage(failed)}
        onRetry={() => {
          void datasource.refetch()
          void text.refetch()
        }}
      />
    )
  if (!datasource.data || !media || (!text.data && !text.error)) return <Skeleton />
  return (
    <Whole
      key={mediaId}
      datasource={datasource.data}
      media={media}
      text={text.data}
      onOtherText={text.refetch}
    />
  )
}

interface WholeProps {
  datasource: Datasource
  media: MediaItem
  /** Undefined before it is read. */
  text: MediaText | undefined
  onOtherText: () => unknown
}

/** Returns the page of an address, from 1. */
const pageIn = (value: string): number => (/^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1)

const WIDE = '(min-width: 1280px)'

function Whole({ datasource, media, text, onOtherText }: WholeProps) {
  const { t } = useTranslation('workbench')
  const address = useAddress()
  const panel = useId()
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const isOpen = address.get('cut') !== '' && text !== undefined
  const showsOriginal = address.get('show') === 'original'
  const refetchText = useCallback(() => void onOtherText(), [onOtherText])
  const cutting = useCutting(media, { datasource, text, isOpen, onOtherText: refetchText })
  const [page, setPage] = useState(() => pageIn(address.get('page')))
  const [jump, setJump] = useState<PageJump>()
  const hasOriginal = canOpen(media)
  const toPage = (wanted: number) => {
    setPage(wanted)
    if (!isWide && hasPages(media.mime_type)) address.put({ show: 'original' })
  }
  return (
    <div className={css.page}>
      <Head
        media={media}
        panel={text && text.text !== '' ? { id: panel, isOpen } : undefined}
        onPanel={() => address.put({ cut: isOpen ? '' : 'open' })}
      />
      <LeftOut
        media={media}
        writes={canWrite(datasource)}
        onPage={(wanted) => {
          setJump({ page: wanted, count: (jump?.count ?? 0) + 1 })
          toPage(wanted)
        }}
      />
      {useTested() && <Info>{t('why.choose')}</Info>}
      {isOpen && <CuttingPanel id={panel} datasource={datasource} cutting={cutting} />}
      {hasOriginal && !isWide && (
        <Segments
          label={t('original.view')}
          value={showsOriginal ? 'original' : 'text'}
          options={[
            { value: 'text', label: t('original.text') },
            { value: 'original', label: t('original.original') },
          ]}
          onChange={(next) => address.put({ show: next === 'original' ? next : '' })}
        />
      )}
      <Panes
        media={media}
        document={text && cutting.chunks && { text: text.text, chunks: cutting.chunks }}
        shows={isWide ? 'both' : showsOriginal ? 'original' : 'text'}
        writes={canWrite(datasource)}
        page={page}
        jump={jump}
        onPage={toPage}
      />
    </div>
  )
}

interface PanesProps {
  media: MediaItem
  /** Undefined before it is read. */
  document: { text: string; chunks: readonly ShownChunk[] } | undefined
  shows: 'both' | 'text' | 'original'
  /** Whether the user may change the passages. */
  writes: boolean
  page: number
  jump: PageJump | undefined
  onPage: (page: number) => void
}

/** The text, and the original beside it. */
function Panes({ media, document, shows, writes, page, jump, onPage }: PanesProps) {
  const { t } = useTranslation('workbench')
  const hasOriginal = canOpen(media)
  return (
    <div className={css.panes} data-two={(hasOriginal && shows === 'both') || undefined}>
      <div hidden={hasOriginal && shows === 'original'}>
        {document ? (
          <Reader
            document={document}
            media={writes ? media : undefined}
            jump={jump}
            onPage={hasOriginal && hasPages(media.mime_type) ? onPage : undefined}
          />
        ) : (
          <NotRead media={media} />
        )}
      </div>
      {hasOriginal && shows !== 'text' && (
        <section className={css.original} aria-label={t('original.original')}>
          <Original media={media} page={page} />
        </section>
      )}
    </div>
  )
}

function NotRead({ media }: { media: MediaItem }) {
  const { t } = useTranslation(['datasources', 'media'])
  return <EmptyState title={t('reader.notRead')} text={remarkOf(media, t)} wayOn="beside" />
}

const Skeleton = () => (
  <Loading>
    <div className={css.bones}>
      <SkeletonLine width={92} />
      <SkeletonLine width={84} />
      <SkeletonLine width={96} />
      <SkeletonLine width={40} />
    </div>
  </Loading>
)

export const readerPage: FeatureView = {
  useHeading: () => {
    const { t } = useTranslation('datasources')
    const mediaId = useIdInPath('mediaId')
    const { data } = useDatasource(useIdInPath('id'))
    return data?.media.find(({ media_id }) => media_id === mediaId)?.name ?? t('reader.document')
  },
  useCrumb: () => {
    const { t } = useTranslation('datasources')
    const id = useIdInPath('id')
    const { data } = useDatasource(id)
    return data ? { to: `/datasources/${id}`, text: data.name } : { to: '/datasources', text: t('title') }
  },
  View: ReaderPage,
}
