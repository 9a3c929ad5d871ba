// The attachments of a message that was sent: pictures small, the rest by name; a click fetches and opens or saves one.
import { contract, type Attachment } from '@polylogue/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { keys } from '../../lib/query.ts'
import { Icon } from '../../ui/icon.tsx'
import { isPicture } from './attachments.ts'
import { BlobPicture } from './blob-picture.tsx'
import css from './files.module.css'
import { FileName, FileSign } from './file-name.tsx'

/** `messageId` is undefined while the message is not stored: the files are named then. */
export function SentFiles({
  messageId,
  files,
}: {
  messageId: number | undefined
  files: readonly Attachment[]
}) {
  const { t } = useTranslation('conversation')
  return (
    <ul className={css.sent} aria-label={t('attachments')}>
      {files.map((file, index) => (
        <li key={`${file.name}-${index}`}>
          <SentFile messageId={messageId} index={index} file={file} />
        </li>
      ))}
    </ul>
  )
}

interface SentFileProps {
  messageId: number | undefined
  index: number
  file: Attachment
}

function SentFile({ messageId, index, file }: SentFileProps) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  const save = useSave()
  return (
    <button
      type="button"
      className={css.file}
      disabled={messageId === undefined}
      aria-label={t('saveFile', { name: file.name })}
      title={file.name}
      onClick={() => messageId !== undefined && void save(messageId, index, file)}
    >
      <span className={css.thumb}>
        {isPicture(file.mime_type) && messageId !== undefined ? (
          <Thumb messageId={messageId} index={index} />
        ) : (
          <FileSign type={file.mime_type} />
        )}
      </span>
      <span className={css.name}>
        <FileName name={file.name} />
        <span className={css.size}>{format.size(file.size)}</span>
      </span>
    </button>
  )
}

function Thumb({ messageId, index }: { messageId: number; index: number }) {
  const api = useApi()
  const picture = useQuery({
    queryKey: [...keys.queries(0), 'attachment', messageId, index],
    queryFn: async ({ signal }) =>
      (await api.call(contract.queries.attachment, { params: { id: messageId, index } }, { signal })).data,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  if (picture.isError) return <Icon name="photo-off" size={20} />
  return picture.data ? <BlobPicture blob={picture.data} /> : <Icon name="photo" size={20} />
}

function useSave(): (messageId: number, index: number, file: Attachment) => Promise<void> {
  const api = useApi()
  const notices = useNotices()
  const tell = useTell()
  const { t } = useTranslation('conversation')
  return async (messageId, index, file) => {
    try {
      const { data } = await api.call(contract.queries.attachment, { params: { id: messageId, index } })
      const address = URL.createObjectURL(data)
      const link = Object.assign(document.createElement('a'), { href: address, download: file.name })
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), 10_000)
    } catch (error) {
      notices.show({
        kind: 'failure',
        title: t('fileFailed', { name: file.name }),
        text: tell(error).sentence,
      })
    }
  }
}
