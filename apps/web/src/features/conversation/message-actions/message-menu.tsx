import { loadCode } from '#lib/load-code.ts'
import type { Message } from '@polylogue/contract'
import { use, useRef, type RefObject } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { copyText } from '#ui/markdown/index.ts'
import { Menu, MenuItem, MenuRule } from '#ui/menu.tsx'
import { useIsInstalled } from '#features/plugins/index.ts'
import { useSwitchToPro } from '#features/settings/index.ts'
import { useSetTranslation, useCanTranslate } from '#features/translate/index.ts'
import css from '../conversation.module.css'
import { MessageToolsContext, type MessageTools } from './tools.ts'

/** Shows the less frequent actions of an answer. */
export function MessageMenu({ message }: { message: Message }) {
  const { t } = useTranslation('conversation')
  const tools = use(MessageToolsContext)
  const place = useRef<HTMLSpanElement>(null)
  if (!tools) return null
  return (
    <span ref={place} className={css.menu}>
      <Menu target={<IconButton icon="dots" label={t('moreActions')} />}>
        <Entries message={message} tools={tools} place={place} />
      </Menu>
    </span>
  )
}

interface EntriesProps {
  message: Message
  tools: MessageTools
  /** An element of the answer that the actions belong to. */
  place: RefObject<HTMLElement | null>
}

function Entries({ message, tools, place }: EntriesProps) {
  const { t } = useTranslation('conversation')
  const notices = useNotices()
  const switchToPro = useSwitchToPro()
  const canTranslate = useCanTranslate()
  const isInstalled = useIsInstalled()
  const setTranslation = useSetTranslation()
  const copy = async (text: string | Promise<string>, done: string) => {
    if (await copyText(text)) notices.show({ kind: 'done', title: done })
    else notices.show({ kind: 'failure', title: t('notCopied') })
  }
  const plain = async () => {
    const text = place.current?.closest('article')?.querySelector('[data-text]')
    const { plainText } = await loadCode(() => import('#ui/markdown/plain-text.ts'))
    return text ? plainText(text) : message.responseText
  }
  return (
    <>
      {message.responseText !== '' && isInstalled('copy-response') && (
        <MenuItem icon="file-text" onSelect={() => void copy(plain(), t('copied'))}>
          {t('copyPlain')}
        </MenuItem>
      )}
      {canTranslate && message.responseText !== '' && (
        <MenuItem icon="language" onSelect={() => setTranslation(message.id, { state: 'wanted' })}>
          {t('translateAnswer')}
        </MenuItem>
      )}
      <MenuItem icon="link" onSelect={() => void copy(tools.linkTo(message), t('linkCopied'))}>
        {t('copyLink')}
      </MenuItem>
      {tools.savePrompt && message.queryText !== '' && (
        <MenuItem icon="bookmark-plus" onSelect={() => tools.savePrompt?.(message)}>
          {t('savePrompt')}
        </MenuItem>
      )}
      <MenuItem icon="download" onSelect={() => tools.open('download', message)}>
        {t('downloadAnswer')}
      </MenuItem>
      <MenuItem icon="info-circle" onSelect={() => tools.open('details', message)}>
        {t('details')}
      </MenuItem>
      {switchToPro && isInstalled('prompt-stats') && (
        <MenuItem icon="adjustments-horizontal" onSelect={switchToPro}>
          {t('figuresInPro')}
        </MenuItem>
      )}
      {message.can.remove && (
        <>
          <MenuRule />
          <MenuItem icon="trash" onSelect={() => tools.open('delete', message)}>
            {t('deleteMessage')}
          </MenuItem>
        </>
      )}
    </>
  )
}
