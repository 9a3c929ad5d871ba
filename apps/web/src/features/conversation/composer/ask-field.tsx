import type { Attachment, AttachmentUpload, Project } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useId, useState, type DragEvent, type ReactNode } from 'react'
import { COMPOSER } from '../../../lib/composer-focus.ts'
import { tabDraftKey } from '../../../lib/drafts.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { useUserId } from '../../session/index.ts'
import {
  ChosenFiles,
  forgetSentFiles,
  isRecognizing,
  isTold,
  listed,
  MissingText,
  RefusedFiles,
  useFileChoice,
  uploadsOf,
  useFiles,
  type Files,
} from '../files/index.ts'
import { PastedTexts } from './composer-pasted.tsx'
import css from './composer.module.css'
import { createFiller, FillerContext } from './filler.ts'
import { MessageArea } from './message-area.tsx'
import { useWords } from './use-words.ts'

/** A message for a tab that does not exist yet. */
export interface FirstMessage {
  text: string
  /** Its files, as the page shows them. */
  listed: Attachment[]
  upload: () => Promise<AttachmentUpload[]>
  /** Whether files without text are refused: the person was not told that they have none. */
  requiresText: boolean
  /** The saved prompt that the text is from. */
  promptId: number | undefined
}

interface AskFieldProps {
  project: Project
  /** Texts of the field; `hint` says who answers, and where. */
  words: { label: string; placeholder: string; send: string; hint: string }
  busy: boolean
  /** Resolves when the message is stored: only then is the field emptied. */
  onAsk: (message: FirstMessage) => Promise<unknown>
  /** Lists at the field, such as saved prompts. */
  children?: ReactNode
}

/** The message field for the first message of a new tab: with files and saved prompts. What is typed survives a reload. */
export function AskField({ project, words: texts, busy, onAsk, children }: AskFieldProps) {
  const { t } = useTranslation('conversation')
  const { words, files, filler, canSend, send } = useFirstMessage(project, busy, onAsk)
  const [dragged, setDragged] = useState(false)
  const hint = useId()
  return (
    <FillerContext value={filler}>
      {files.refused.length > 0 && <RefusedFiles refused={files.refused} onClose={files.dismiss} />}
      <div
        className={`${css.composer} ${css.atTop}`}
        data-dragged={dragged || undefined}
        {...dropZone(files.add, setDragged)}
      >
        {files.chosen.length > 0 && (
          <>
            <ChosenFiles files={files} />
            <Suspense fallback={null}>
              <MissingText files={files} onSend={send} />
            </Suspense>
          </>
        )}
        {words.pasted.length > 0 && <PastedTexts words={words} files={files} />}
        <MessageArea
          words={words}
          files={files}
          onSend={send}
          id={COMPOSER}
          rows={1}
          aria-label={texts.label}
          aria-describedby={hint}
          placeholder={dragged ? t('drop') : texts.placeholder}
        />
        <Bar files={files} label={texts.send} canSend={canSend} onSend={send}>
          {children}
        </Bar>
      </div>
      <p id={hint} className={css.fine}>
        {texts.hint}
      </p>
    </FillerContext>
  )
}

function useFirstMessage(project: Project, busy: boolean, onAsk: AskFieldProps['onAsk']) {
  // Tabs have positive ids; the key of a draft needs a number of its own for each project.
  const place = { id: -project.id, defaultModelId: project.defaultModelId }
  const words = useWords(tabDraftKey(useUserId(), place.id))
  const files = useFiles(place)
  const cache = useQueryClient()
  const [filler] = useState(createFiller)
  useEffect(() => filler.attach(words), [filler, words])
  const canSend = !words.empty && !words.tooLong && !busy
  const send = async () => {
    const text = words.whole()
    const { chosen } = files
    await onAsk({
      text,
      listed: chosen.map((file) => listed(file, Date.now())),
      upload: () => uploadsOf(cache, chosen),
      requiresText: !isTold(cache, chosen),
      promptId: filler.promptOf(text),
    })
    words.take()
    files.take()
    forgetSentFiles(chosen.map(({ id }) => id))
  }
  return {
    words,
    files,
    filler,
    canSend,
    send() {
      if (!canSend) return
      // Sent when the scans among the files are read.
      if (isRecognizing(cache, files.chosen)) return files.wait(true)
      // The page shows why it failed; text and files stay.
      send().catch(() => undefined)
    },
  }
}

interface BarProps {
  files: Files
  label: string
  canSend: boolean
  onSend: () => void
  children: ReactNode
}

function Bar({ files, label, canSend, onSend, children }: BarProps) {
  const { t } = useTranslation('conversation')
  const { choose, input } = useFileChoice(files, t('attach'))
  return (
    <div className={css.bar}>
      <IconButton icon="paperclip" label={t('attach')} onClick={choose} />
      {input}
      {children}
      <span className="sp" />
      <Tooltip label={label} keys="⏎">
        <button
          type="button"
          className={css.send}
          aria-label={label}
          aria-disabled={!canSend || undefined}
          onClick={onSend}
        >
          <Icon name="arrow-up" size={18} />
        </button>
      </Tooltip>
    </div>
  )
}

function dropZone(add: (files: readonly File[]) => void, setDragged: (dragged: boolean) => void) {
  return {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setDragged(true)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragged(false)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      setDragged(false)
      add([...event.dataTransfer.files])
    },
  }
}
