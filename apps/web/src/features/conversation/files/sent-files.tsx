// The attachments of a sent message: thumbnails of pictures, names of other files; a click opens the file.
import type { Attachment } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, type Api } from '#lib/api.ts'
import { useFormat } from '#lib/format.ts'
import { messageKeys } from '../keys.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { MediaPicture } from '#ui/media-picture.tsx'
import { isPicture, MediaSign } from '#ui/media-sign.tsx'
import { useMediaViewer } from '#ui/media-viewer.tsx'
import css from './files.module.css'
import { FileName } from '#ui/file-name.tsx'

/** `messageId` is undefined until the message is stored; only names are shown until then. */
export function SentFiles({
  messageId,
  files,
}: {
  messageId: number | undefined
  files: readonly Attachment[]
}) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  const api = useApi()
  const cache = useQueryClient()
  const { show, viewer } = useMediaViewer()
  const view = (chosen: number) => {
    if (messageId === undefined) return
    const media = files.map(({ name, mime_type: type, size }, index) => ({
      name,
      type,
      size,
      load: () => cache.fetchQuery(bytesOf(api, messageId, index)),
    }))
    show(media, chosen)
  }
  return (
    <>
      <ul className={css.sent} aria-label={t('attachments')}>
        {files.map((file, index) => (
          <li key={`${file.name}-${index}`}>
            <SentFile messageId={messageId} index={index} file={file} onView={() => view(index)} />
          </li>
        ))}
      </ul>
      {files.map(
        ({ name, readCharacters }, index) =>
          readCharacters !== undefined && (
            <p key={`${name}-${index}`} className={css.partly}>
              {readCharacters === 0
                ? t('notRead', { name })
                : t('readInPart', { name, number: format.number(readCharacters) })}
            </p>
          ),
      )}
      {viewer}
    </>
  )
}

interface SentFileProps {
  messageId: number | undefined
  index: number
  file: Attachment
  onView: () => void
}

function SentFile({ messageId, index, file, onView }: SentFileProps) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  return (
    <button
      type="button"
      className={css.file}
      disabled={messageId === undefined}
      title={file.name}
      onClick={onView}
    >
      <span className="sr">{t('view')}</span>
      <span className={css.thumb}>
        {isPicture(file.mime_type) && messageId !== undefined ? (
          <Thumb messageId={messageId} index={index} />
        ) : (
          <MediaSign type={file.mime_type} />
        )}
      </span>
      <span className={css.name}>
        <FileName name={file.name} />
        <span className={css.size}>
          {format.size(file.size)}
          {file.confidence !== undefined && ` · ${t('recognized', { confidence: file.confidence })}`}
        </span>
      </span>
    </button>
  )
}

/** An attachment that fails to load shows a cancel sign (FILE-4). */
function Thumb({ messageId, index }: { messageId: number; index: number }) {
  const { t } = useTranslation('conversation')
  const api = useApi()
  const picture = useQuery(bytesOf(api, messageId, index))
  const [broken, setBroken] = useState(false)
  if (picture.isError || broken)
    return (
      <span title={t('pictureFailed')}>
        <Icon name="cancel" size={20} />
      </span>
    )
  return picture.data ? (
    <MediaPicture blob={picture.data} onFail={() => setBroken(true)} />
  ) : (
    <Icon name="photo" size={20} />
  )
}

const bytesOf = (api: Api, messageId: number, index: number) =>
  queryOptions({
    queryKey: [...messageKeys.of(0), 'attachment', messageId, index],
    queryFn: async ({ signal }) =>
      (await api.call(contract.queries.attachment, { params: { id: messageId, index } }, { signal })).data,
    staleTime: Infinity,
    gcTime: 60_000,
  })
