import type { ChatBot } from '@polylogue/contract'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { canWrite } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { ClampedText } from '#ui/clamped-text.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ItemRow } from '#features/items/index.ts'
import { SharingFact } from '#features/sharing/index.ts'
import { useUserId } from '#features/session/index.ts'
import { useOpenEditor } from '../use-open-editor.ts'
import { ChatbotMenu } from './menu.tsx'
import { Keys } from './keys.tsx'
import css from './list.module.css'
import { StateLine } from './state-line.tsx'
import { TabLink } from './tab-link.tsx'

/** A chatbot in the list. */
export function ChatbotRow({ bot }: { bot: ChatBot }) {
  const { t } = useTranslation('chatbots')
  const openEditor = useOpenEditor()
  const { id, name, description } = bot
  return (
    <ItemRow
      name={name}
      to={`?dialog=view-chatbot&chatbot=${id}`}
      path={`/chatbots/${id}`}
      heading="h2"
      named={false}
      actions={
        <>
          {canWrite(bot) && (
            <IconButton icon="pencil" label={t('editNamed', { name })} onClick={() => openEditor(id)} />
          )}
          <ChatbotMenu bot={bot} />
        </>
      }
      facts={<BotDetails bot={bot} />}
    >
      {description && (
        <div className={css.description}>
          <ClampedText name={name}>{description}</ClampedText>
        </div>
      )}
      <StateLine bot={bot} />
      <Keys bot={bot} isOwner={useUserId() === bot.ownerId} />
    </ItemRow>
  )
}

function BotDetails({ bot }: { bot: ChatBot }) {
  const { t } = useTranslation('chatbots')
  const format = useFormat()
  return (
    <>
      <TabLink bot={bot} />
      <span>{t('changed', { when: format.moment(bot.modified) })}</span>
      {bot.draft && <Chip>{t('hasDraft')}</Chip>}
      {bot.unanswered > 0 && (
        <Link to={`/chatbots/${bot.id}/inbox`} className={css.waiting}>
          {t('waiting', { count: bot.unanswered })}
        </Link>
      )}
      <Suspense fallback={null}>
        <SharingFact item={bot} />
      </Suspense>
    </>
  )
}
