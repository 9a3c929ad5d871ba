// The bar of the composer: attachments and options on the left, the model and Send on the right.
import type { Project, Tab } from '@polylogue/contract'
import type { ReactNode } from 'react'
import { focusComposer, hasOnScreenKeyboard } from '#lib/composer-focus.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useEscape } from '#lib/use-escape.ts'
import { useWhole } from '#lib/whole-answers.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuCheck, MenuItem } from '#ui/menu.tsx'
import { MessageBar, SendButton, StopButton } from '#ui/message-box.tsx'
import { HISTORY } from '#features/history/index.ts'
import { choiceOf, ModelPicker, type ModelChoice } from '#features/models/index.ts'
import { useIsInstalled } from '#features/plugins/index.ts'
import { OptionsButton, PROMPT_OPTIONS } from '#features/prompt-options/index.ts'
import { useUserId, usePermission } from '#features/session/index.ts'
import { useSwitchToPro } from '#features/settings/index.ts'
import { useUpdateTab } from '#features/tabs/index.ts'
import { TRANSLATE_PROMPT, useCanTranslate } from '#features/translate/index.ts'
import { useParamsOfPage } from '#lib/search-params.ts'
import { ATTACH, type Files } from '../files/index.ts'
import { useSavePrompt } from '../save-prompt/use-save-prompt.ts'
import { AttachButton } from './attach-button.tsx'
import css from './composer.module.css'
import type { ComposerState } from './use-composer.ts'
import { isLostModel, type LostModel } from './use-lost-model.ts'
import type { ComposerText } from './use-words.ts'

interface ComposerBarProps {
  project: Project
  tab: Tab
  files: Files
  composer: ComposerState
  /** Shown after the tools. */
  children: ReactNode
}

export function ComposerBar({ project, tab, files, composer, children }: ComposerBarProps) {
  const { show } = useDialogs()
  return (
    <MessageBar>
      <AttachButton files={files} disabled={composer.expired} />
      <OptionsButton options={tab.options} className={css.tool} onClick={() => show(PROMPT_OPTIONS)} />
      <More tab={tab} words={composer.words} streams={composer.model?.streams !== false} />
      {children}
      <span className="sp" />
      <TabModel project={project} tab={tab} lost={composer.lost} />
      <SendOrStop composer={composer} />
    </MessageBar>
  )
}

/** `streams`: the model of the tab supports streaming. */
function More({ tab, words, streams }: { tab: Tab; words: ComposerText; streams: boolean }) {
  const { t } = useTranslation('conversation')
  const dialogs = useDialogs()
  const switchToPro = useSwitchToPro()
  const savePrompt = useSavePrompt()
  const openSources = useOpenSources()
  const canTranslate = useCanTranslate()
  const isInstalled = useIsInstalled()
  const [whole, setWhole] = useWhole(useUserId(), `tab-${tab.id}`)
  const button = <IconButton icon="plus" label={t('more')} className={css.tool} />
  return (
    <Menu target={button} position="top-start">
      {isInstalled('chat-history') && (
        <MenuItem icon="history" onSelect={() => dialogs.show(HISTORY)}>
          {t('earlierPrompts')}
        </MenuItem>
      )}
      {savePrompt && (
        <MenuItem
          icon="bookmark-plus"
          disabled={words.empty}
          onSelect={() =>
            savePrompt({ prompt: words.whole(), modelId: tab.defaultModelId, options: tab.options })
          }
        >
          {t('savePrompt')}
        </MenuItem>
      )}
      {canTranslate && (
        <MenuItem icon="language" disabled={words.empty} onSelect={() => dialogs.show(TRANSLATE_PROMPT)}>
          {t('translatePrompt')}
        </MenuItem>
      )}
      {openSources && (
        <MenuItem icon="database" onSelect={openSources}>
          {t('dataSource')}
        </MenuItem>
      )}
      {isInstalled('file-management') && (
        <MenuItem icon="paperclip" onSelect={() => dialogs.show(ATTACH)}>
          {t('manageFiles')}
        </MenuItem>
      )}
      <MenuCheck
        icon="cursor-text"
        checked={streams && !whole}
        disabled={!streams}
        onChange={(wanted) => setWhole(!wanted)}
      >
        {streams ? t('stream') : t('streamless')}
      </MenuCheck>
      {switchToPro && isInstalled('prompt-options') && (
        <MenuItem icon="adjustments-horizontal" onSelect={switchToPro}>
          {t('optionsInPro')}
        </MenuItem>
      )}
    </Menu>
  )
}

function TabModel({ project, tab, lost }: { project: Project; tab: Tab; lost: LostModel }) {
  const { t } = useTranslation('conversation')
  const update = useUpdateTab(project.id)
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const fail = (error: unknown) =>
    notices.show({ kind: 'failure', title: t('modelNotChanged'), text: errorMessage(error).sentence })
  const choose = (choice: ModelChoice) =>
    update.mutate(
      { tab, values: { defaultModelId: choice.modelId, defaultModelTagId: choice.modelTagId } },
      // The model was removed while its list was open; the alert says so (PROJECT-4).
      { onError: (error) => (isLostModel(error) ? void lost.refused(choice).catch(fail) : fail(error)) },
    )
  return (
    <ModelPicker
      value={update.isPending ? chosenOf(update.variables.values, tab) : choiceOf(tab)}
      onChange={choose}
    />
  )
}

// Optimistic: shows the choice at once and rolls back when the server refuses it.
const chosenOf = (
  values: { defaultModelId?: number; defaultModelTagId?: number },
  tab: Tab,
): ModelChoice => ({
  modelId: values.defaultModelId ?? tab.defaultModelId,
  modelTagId: values.defaultModelTagId ?? tab.defaultModelTagId,
})

function SendOrStop({ composer }: { composer: ComposerState }) {
  const { t } = useTranslation('conversation')
  // The Stop button disappears with the answer, so the field takes the focus.
  const stop = () => {
    void composer.stop()
    if (!hasOnScreenKeyboard()) focusComposer()
  }
  useEscape(composer.progress === 'running', stop, 'document')
  if (composer.progress === 'running' || composer.progress === 'stopping')
    return <StopButton label={t('stop')} disabled={composer.progress === 'stopping'} onStop={stop} />
  const { hindrance } = composer
  return (
    <SendButton
      label={t('send')}
      why={hindrance && t(`cannotSend.${hindrance}`)}
      disabled={hindrance !== undefined}
      onSend={() => void composer.send()}
    />
  )
}

/** Returns a function that opens the data sources beside the tab; undefined for users who may not use them. */
function useOpenSources(): (() => void) | undefined {
  const [, setParams] = useParamsOfPage()
  if (!usePermission('can_use_datasources')) return undefined
  return () =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      // The page opens the section of its side panel that the address names.
      next.set('panel', 'datasources')
      return next
    })
}
