import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { saveBlob } from '#ui/media-save.ts'

interface DownloadProps {
  load: () => Promise<Blob>
  name: string
  children: string
}

/** Downloads the original. */
export function Download({ load, name, children }: DownloadProps) {
  const { t } = useTranslation('datasources')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveBlob(await load(), name)
    } catch (error) {
      const text = errorMessage(error).sentence
      notices.show({ kind: 'failure', title: t('reader.downloadFailed'), text })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon="download" busy={busy} onClick={() => void download()}>
      {children}
    </Button>
  )
}
