import type { MediaItem } from '@polylogue/contract'
import { useRef, type ReactNode } from 'react'
import { useFormat } from '#lib/format.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { useUploads } from './use-uploads.ts'

/**
 * Continues an upload that another page began: the browser must be given the file again. Opens its file dialog with `choose`;
 * render `input` on the page.
 */
export function useResume({ media_id: id, datasourceId, name, size }: MediaItem): {
  choose: () => void
  input: ReactNode
} {
  const { t } = useTranslation('media')
  const format = useFormat()
  const notices = useNotices()
  const uploads = useUploads()
  const input = useRef<HTMLInputElement>(null)
  const take = (file: File) => {
    if (file.size === size) return uploads.resume(datasourceId, file, id)
    notices.show({
      kind: 'failure',
      title: t('otherFile', { name: file.name }),
      text: t('otherFileText', { name, size: format.size(size), other: format.size(file.size) }),
    })
  }
  return {
    choose: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('resumeNamed', { name })}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) take(file)
          target.value = ''
        }}
      />
    ),
  }
}
