import type { Project, Tab } from '@polylogue/contract'
import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Problem } from '../../ui/states.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { choiceOf, ModelPicker, type ModelChoice } from '../models/index.ts'
import { useUpdateTab } from '../tabs/index.ts'
import { ChosenFiles, RefusedFiles } from './chosen-files.tsx'
import css from './composer.module.css'
import { useAutosize } from './use-autosize.ts'
import { useComposer } from './use-composer.ts'
import type { Files } from './use-files.ts'

interface ComposerProps {
  project: Project
  tab: Tab
  files: Files
  /** Files are held over the page. */
  dragged: boolean
  onSent: () => void
}

/** Where one writes: Enter sends, Shift+Enter begins a line; while an answer is written, send is stop. */
export function Composer({ project, tab, files, dragged, onSent }: ComposerProps) {
  const { t } = useTranslation('conversation')
  const composer = useComposer(project, tab, files, onSent)
  const area = useAutosize(composer.text)
  useShortcut('Escape', () => area.current?.focus())
  const onKey = (event: KeyboardEvent) => {
    // While letters are being composed (Chinese, Japanese, accents), Enter accepts them; some browsers only say 229.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return
    event.preventDefault()
    void composer.send()
  }
  const onPaste = (event: ClipboardEvent) => {
    const { files: pasted, types } = event.clipboardData
    // Office programs put a picture of the text beside the text.
    if (pasted.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    files.add([...pasted])
  }
  return (
    <div className={css.dock}>
      {composer.problem && (
        <div className={css.problem}>
          <Problem>{composer.problem}</Problem>
        </div>
      )}
      {files.refused.length > 0 && <RefusedFiles refused={files.refused} onClose={files.dismiss} />}
      <div className={css.composer} data-dragged={dragged || undefined}>
        {files.chosen.length > 0 && <ChosenFiles files={files} />}
        <textarea
          ref={area}
          id="composer"
          rows={1}
          dir="auto"
          className={css.area}
          aria-label={t('message')}
          aria-describedby="composer-fine"
          placeholder={dragged ? t('drop') : t('placeholder', { model: composer.modelName })}
          value={composer.text}
          onChange={(event) => composer.setText(event.target.value)}
          onKeyDown={onKey}
          onPaste={onPaste}
        />
        <div className={css.bar}>
          <Attach files={files} />
          <span className="sp" />
          <TabModel project={project} tab={tab} />
          <SendOrStop composer={composer} />
        </div>
      </div>
      <Fine composer={composer} />
    </div>
  )
}

function Attach({ files }: { files: Files }) {
  const { t } = useTranslation('conversation')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        icon="paperclip"
        label={t('attach')}
        className={css.tool}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={files.accept}
        aria-label={t('attach')}
        onChange={(event) => {
          files.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}

function TabModel({ project, tab }: { project: Project; tab: Tab }) {
  const { t } = useTranslation('conversation')
  const update = useUpdateTab(project.id)
  const notices = useNotices()
  const tell = useTell()
  const choose = ({ modelId, modelTagId }: ModelChoice) =>
    update.mutate(
      { tab, values: { defaultModelId: modelId, defaultModelTagId: modelTagId } },
      {
        onError: (error) =>
          notices.show({ kind: 'failure', title: t('modelNotChanged'), text: tell(error).sentence }),
      },
    )
  return (
    <ModelPicker
      value={update.isPending ? chosenOf(update.variables.values, tab) : choiceOf(tab)}
      onChange={choose}
    />
  )
}

// The choice shows at once; a refusal puts the old one back.
const chosenOf = (
  values: { defaultModelId?: number; defaultModelTagId?: number },
  tab: Tab,
): ModelChoice => ({
  modelId: values.defaultModelId ?? tab.defaultModelId,
  modelTagId: values.defaultModelTagId ?? tab.defaultModelTagId,
})

type UsedComposer = ReturnType<typeof useComposer>

function SendOrStop({ composer }: { composer: UsedComposer }) {
  const { t } = useTranslation('conversation')
  if (composer.running)
    return (
      <Tooltip label={t('stop')}>
        <button
          type="button"
          className={css.stop}
          aria-label={t('stop')}
          aria-disabled={composer.stopping || undefined}
          onClick={() => void composer.stop()}
        >
          <i />
        </button>
      </Tooltip>
    )
  const why = composer.hindrance === undefined ? t('send') : t(`cannotSend.${composer.hindrance}`)
  return (
    <Tooltip label={why} keys={composer.hindrance === undefined ? '⏎' : undefined}>
      <button
        type="button"
        className={css.send}
        aria-label={t('send')}
        aria-disabled={composer.hindrance !== undefined || undefined}
        onClick={() => void composer.send()}
      >
        <Icon name="arrow-up" size={18} />
      </button>
    </Tooltip>
  )
}

/** Where the model runs: what leaves the house is said before it leaves. */
function Fine({ composer }: { composer: UsedComposer }) {
  const { t } = useTranslation('conversation')
  const models = useTranslation('models')
  const { model, unavailable } = composer
  const warning = unavailable
    ? t('unavailable')
    : model && !model.isLocal
      ? models.t('externalNote', { provider: model.provider })
      : undefined
  return (
    <p id="composer-fine" className={css.fine} data-warning={warning ? true : undefined}>
      {warning && <Icon name="alert-triangle" size={14} />}
      {warning ?? (model ? t('local') : '')}
    </p>
  )
}
