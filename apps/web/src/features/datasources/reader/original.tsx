import type { MediaItem } from '@polylogue/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { MediaPicture } from '#ui/media-picture.tsx'
import { isPicture, MediaSign } from '#ui/media-sign.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { useAsMedium } from '#features/media/index.ts'
import { datasourceKeys } from '../keys.ts'
import { Download } from './download.tsx'
import { inertPage } from './html.ts'
import { MarkdownText } from './markdown-text.tsx'
import css from './original.module.css'
import { showPdf } from './pdf-frame.ts'
import { decoded } from './decoded.ts'

const PDF = 'application/pdf'
const HTML = 'text/html'
const MARKDOWN = 'text/markdown'
const TEXTS = new Set(['text/plain', MARKDOWN, 'text/csv'])
/** Larger originals are loaded on request only. */
const AT_ONCE = 20_000_000

const isShown = (type: string) => type === PDF || type === HTML || TEXTS.has(type) || isPicture(type)

/** Whether pages of the original can be shown. */
export const hasPages = (type: string): boolean => type === PDF && navigator.pdfViewerEnabled

/** Shows the original of a document, as far as the browser can do it without running anything of it. */
export function Original({ media, page }: { media: MediaItem; page: number }) {
  const { t } = useTranslation('workbench')
  const format = useFormat()
  const { mime_type: type, size } = media
  const [wanted, setWanted] = useState(size <= AT_ONCE)
  if (!isShown(type)) return <Card media={media} text={t('original.notShown')} />
  if (type === PDF && !navigator.pdfViewerEnabled) return <Card media={media} text={t('original.noPdf')} />
  if (wanted) return <Loaded media={media} page={page} />
  return (
    <Card media={media} text={t('original.large', { size: format.size(size) })}>
      <Button onClick={() => setWanted(true)}>{t('original.show')}</Button>
    </Card>
  )
}

interface CardProps {
  media: MediaItem
  text: string
  children?: ReactNode
}

function Card({ media, text, children }: CardProps) {
  const { t } = useTranslation('workbench')
  const format = useFormat()
  const { load } = useAsMedium()(media)
  return (
    <div className={css.card}>
      <MediaSign type={media.mime_type} />
      <p className="num">{format.size(media.size)}</p>
      <p>{text}</p>
      {children}
      <Download load={load} name={media.name}>
        {t('original.download')}
      </Download>
    </div>
  )
}

function Loaded({ media, page }: { media: MediaItem; page: number }) {
  const { t } = useTranslation('workbench')
  const { media_id: id, mime_type: type, name, size } = media
  const { load } = useAsMedium()(media)
  const errorMessage = useErrorMessage()
  const { data, error, refetch } = useQuery({
    queryKey: datasourceKeys.original(id, size),
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    // Up to 150 MB.
    gcTime: 0,
  })
  const [failed, setFailed] = useState(false)
  if (error)
    return <LoadFailed title={t('original.failed')} {...errorMessage(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading>
        <SkeletonLine width={92} height={240} />
      </Loading>
    )
  if (failed) return <Card media={media} text={t('original.damaged')} />
  if (type === PDF) return <Pdf blob={data} name={name} page={page} onFail={() => setFailed(true)} />
  if (isPicture(type))
    return <MediaPicture blob={data} alt={name} className={css.picture} onFail={() => setFailed(true)} />
  return <Written blob={data} media={media} />
}

interface PdfProps {
  blob: Blob
  name: string
  page: number
  onFail: () => void
}

/** Viewers do not follow another page in the address of a loaded file, so each page is a frame of its own. */
function Pdf({ blob, name, page, onFail }: PdfProps) {
  const { t } = useTranslation('workbench')
  const box = useRef<HTMLDivElement>(null)
  const title = t('original.frame', { name })
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    const control = new AbortController()
    const show = async (element: HTMLElement) => {
      const shown = { title, page, className: css.frame }
      if (!(await showPdf(element, blob, shown, control.signal))) fail()
    }
    if (box.current) void show(box.current)
    return () => control.abort()
  }, [blob, title, page])
  return <div ref={box} className={css.box} />
}

function Written({ blob, media: { mime_type: type, name, language } }: { blob: Blob; media: MediaItem }) {
  const { t } = useTranslation('workbench')
  const [text, setText] = useState<string>()
  useEffect(() => {
    let left = false
    const read = async () => {
      const found = await decoded(blob, language)
      if (!left) setText(found)
    }
    void read()
    return () => {
      left = true
    }
  }, [blob, language])
  if (text === undefined) return null
  const title = t('original.frame', { name })
  if (type === HTML) return <iframe className={css.frame} sandbox="" title={title} srcDoc={inertPage(text)} />
  if (type === MARKDOWN) return <MarkdownText text={text} title={title} />
  return (
    <pre className={css.written} {...scrollBox(title)}>
      {text}
    </pre>
  )
}
