import type { Message } from '@polylogue/contract'
import { use, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../../lib/notices.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { copyText } from '../../ui/markdown/index.ts'
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx'
import { useSwitchToPro } from '../settings/index.ts'
import css from './conversation.module.css'
import { MessageToolsContext, type MessageTools } from './tools.ts'

/** What is done with an answer now and then. The menu itself is made when it is first asked for: a long chat has thousands. */
export function MessageMenu({ message }: { message: Message }) {
  const { t } = useTranslation('conversation')
  const tools = use(MessageToolsContext)
  const [wanted, setWanted] = useState(false)
  if (!tools) return null
  if (wanted) return <OpenMenu message={message} tools={tools} />
  return (
    <IconButton icon="dots" label={t('moreActions')} aria-haspopup="menu" onClick={() => setWanted(true)} />
  )
}

function OpenMenu({ message, tools }: { message: Message; tools: MessageTools }) {
  const { t } = useTranslation('conversation')
  const notices = useNotices()
  const switchToPro = useSwitchToPro()
  const copy = async (text: string | Promise<string>, done: string) => {
    if (await copyText(await text)) notices.show({ kind: 'done', title: done })
    else notices.show({ kind: 'failure', title: t('notCopied') })
  }
  const place = useRef<HTMLSpanElement>(null)
  const plain = async () => {
    const { plainText } = await import('../../ui/markdown/plain-text.ts')
    const text = place.current?.closest('article')?.querySelector('[data-text]')
    return text ? plainText(text) : message.responseText
  }
  const button = <IconButton icon="dots" label={t('moreActions')} autoFocus />
  return (
    <span ref={place} className={css.menu}>
      <Menu target={button} defaultOpened>
        {message.responseText !== '' && (
          <MenuItem icon="file-text" onSelect={() => void copy(plain(), t('copied'))}>
            {t('copyPlain')}
          </MenuItem>
        )}
        <MenuItem icon="link" onSelect={() => void copy(tools.linkTo(message), t('linkCopied'))}>
          {t('copyLink')}
        </MenuItem>
        <MenuItem icon="info-circle" onSelect={() => tools.open('details', message)}>
          {t('details')}
        </MenuItem>
        {switchToPro && (
          <MenuItem icon="adjustments-horizontal" onSelect={switchToPro}>
            {t('figuresInPro')}
          </MenuItem>
        )}
        {tools.canDelete && (
          <>
            <MenuRule />
            <MenuItem icon="trash" onSelect={() => tools.open('delete', message)}>
              {t('deleteMessage')}
            </MenuItem>
          </>
        )}
      </Menu>
    </span>
  )
}
