// The files of the draft at the message field: those that are sent with it, and those that are not.
import type { Project, Tab } from '@polylogue/contract'
import { Suspense } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { FilesAsSource, RefusedAsSource } from '#features/datasources/index.ts'
import css from './composer.module.css'
import { ChosenFiles, MissingText, RefusedFiles, useFileChoice, type Files } from '../files/index.ts'

interface DraftFilesProps {
  project: Project
  /** Undefined for a tab that the message opens. */
  tab?: Tab | undefined
  files: Files
}

/** Lists the chosen files, says what a model does not get of them, and offers them as a data source. */
export function DraftFiles({ project, tab, files, onSend }: DraftFilesProps & { onSend: () => void }) {
  return (
    <>
      {files.isConverting && <Converting files={files} />}
      {files.chosen.length > 0 && (
        <>
          <ChosenFiles files={files} />
          <Suspense fallback={null}>
            <MissingText files={files} onSend={onSend} />
          </Suspense>
        </>
      )}
      <FilesAsSource
        project={project}
        tab={tab}
        files={files.chosen.map(({ file }) => file)}
        onTaken={files.give}
      />
    </>
  )
}

/** Says that pictures are being converted, and what happens to a question that waits for them. */
function Converting({ files: { waits, wait } }: { files: Files }) {
  const { t } = useTranslation('conversation')
  return (
    <p className={css.converting} role="status">
      <span>{t(waits ? 'converting.waits' : 'converting.picture')}</span>
      {waits && (
        <Button kind="quiet" size="small" onClick={() => wait(false)}>
          {t('converting.doNotSend')}
        </Button>
      )}
    </p>
  )
}

/** Lists the refused files with the reasons, and offers those that a data source takes. */
export function RefusedDraftFiles({ project, tab, files }: DraftFilesProps) {
  const { t } = useTranslation('conversation')
  const { choose, input } = useFileChoice(files, t('chooseOthers'))
  if (files.refused.length === 0) return null
  return (
    <RefusedFiles refused={files.refused} onClose={files.dismiss}>
      <Button size="small" icon="paperclip" onClick={choose}>
        {t('chooseOthers')}
      </Button>
      {input}
      <RefusedAsSource
        project={project}
        tab={tab}
        files={files.refused.map(({ file }) => file)}
        onTaken={files.give}
      />
    </RefusedFiles>
  )
}
