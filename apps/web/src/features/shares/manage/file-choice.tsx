import type { ShownFile } from '@polylogue/contract'
import { SHARE_LIMITS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { LoadFailed } from '#ui/states.tsx'
import { useChatFiles } from '../api.ts'
import { sameFile } from './chosen.ts'
import css from './shares.module.css'

interface FileChoiceProps {
  tabIds: readonly number[]
  chosen: readonly ShownFile[]
  onChange: (files: readonly ShownFile[]) => void
}

/** Chooses the files of a chat that its link shows; they load when they are asked for. */
export function FileChoice({ tabIds, chosen, onChange }: FileChoiceProps) {
  const { t } = useTranslation('shares')
  const format = useFormat()
  const errorMessage = useErrorMessage()
  const [opened, setOpened] = useState(chosen.length > 0)
  const { data: files, error, refetch } = useChatFiles(tabIds, opened)
  const set = (file: ShownFile, isShown: boolean) => {
    const others = chosen.filter((one) => !sameFile(one, file))
    const { queryId, index } = file
    onChange(isShown ? [...others, { queryId, index }] : others)
  }
  if (!opened)
    return (
      <Button size="small" icon="paperclip" className={css.filesButton} onClick={() => setOpened(true)}>
        {t('chooseFiles')}
      </Button>
    )
  if (error)
    return <LoadFailed title={t('filesFailed')} {...errorMessage(error)} onRetry={() => void refetch()} />
  return (
    <fieldset className={css.files} aria-busy={!files || undefined}>
      <legend className="sr">{t('files')}</legend>
      {!files && <p role="status">{t('filesLoading')}</p>}
      {files?.length === 0 && <p>{t('noFiles')}</p>}
      {files?.map((file) => {
        const isShown = chosen.some((one) => sameFile(one, file))
        return (
          <Checkbox
            key={`${file.queryId} ${file.index}`}
            label={t('file', { name: file.name, size: format.size(file.size) })}
            checked={isShown}
            disabled={!isShown && chosen.length >= SHARE_LIMITS.files}
            onChange={(event) => set(file, event.target.checked)}
          />
        )
      })}
    </fieldset>
  )
}
